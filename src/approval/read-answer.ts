/**
 * The answer that the command of `approval.command` prints. Pure.
 *
 * @module
 */

type PrintedAnswer =
  | { readonly command: 'approve'; readonly code: string }
  | { readonly command: 'reject'; readonly reason: string };

/** The longest reason, in characters: that of an operator command. */
const MAX_REASON = 1_000;

/** One line, and nothing else on stdout. `null`: it is no answer, and decides nothing (rule 1.7). */
export const readPrintedAnswer = (stdout: string): PrintedAnswer | null => {
  const line = stdout.trim();
  const code = /^approve[ \t]+([\w-]{1,100})$/.exec(line)?.[1];
  if (code !== undefined) return { command: 'approve', code };
  const reason = /^reject:[ \t]*(\S[^\r\n]*)$/.exec(line)?.[1]?.trim();
  return reason === undefined ? null : { command: 'reject', reason: reason.slice(0, MAX_REASON) };
};
