/** Actions of the scripted model, one step for each request. */

/** One answer of the model. `{{nonce}}`, `{{phase}}` and `{{iteration}}` in a text are filled from the prompt's status block. */
export type Step =
  /** Writes a file of the workspace with whatever tool the agent offers. */
  | { readonly write: string; readonly content: string }
  /** Runs a shell command. */
  | { readonly run: string }
  /** Ends the turn with a text; an empty one is an answer without words. */
  | { readonly say: string }
  /** Fails with an HTTP status; `late`: with status 200, in the stream of its answer, as a provider does that has begun one. */
  | { readonly fail: number; readonly retryAfterSeconds?: number; readonly message?: string; readonly late?: boolean }
  /** Begins to say a text, and breaks the connection. */
  | { readonly cut: string }
  /** Never answers. */
  | { readonly hang: true };

/** The status block of a model that says the phase is done; `nonce` only to say a wrong one, `more` lines of the block. */
export const aClaim = (signal = true, nonce = '{{nonce}}', more: readonly string[] = []): string =>
  [
    '---PRP_PHASE_STATUS---',
    'PHASE: {{phase}}',
    'ITERATION: {{iteration}}',
    `NONCE: ${nonce}`,
    `STATUS: ${signal ? 'COMPLETE' : 'IN_PROGRESS'}`,
    'BLOCKERS:',
    '  - none',
    ...more,
    `EXIT_SIGNAL: ${String(signal)}`,
    'RECOMMENDATION: as asked',
    '---END_PRP_PHASE_STATUS---',
  ].join('\n');

/** Fields of the prompt's last status block: the words that a text is filled with. Codex ends a hook's last line with a tag. */
export const readReported = (prompt: string): Readonly<Record<string, string>> => {
  const told: Record<string, string> = {};
  for (const [, key = '', value = ''] of prompt.matchAll(
    /^(NONCE|PHASE|ITERATION): ([^\s|<]+)(?:<\/hook_prompt>)?[ \t]*$/gm,
  )) {
    told[key.toLowerCase()] = value;
  }
  return told;
};

/** One pass, so that what is filled in is not read again. A word that the prompt does not tell becomes empty. */
export const fillIn = (text: string, told: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(nonce|phase|iteration)\}\}/g, (_match, name: string) => told[name] ?? '');
