/**
 * Earlier tests that the work changes on purpose (rule 2.7), as they are named: by the spec (`changes: AC-1 replaces
 * "returns [] for nothing"`), or by the agent (`CHANGES: file > test, because AC-1`). A name opens nothing by itself: the
 * change is judged.
 */
import { readMarkdown } from '../markdown.ts';
import { fileOfTest, isInFile, isWithoutFile } from '../../runners/is-green.ts';

export interface DeclaredChange {
  /** The name as it is written: an id, or the last part of one. */
  readonly test: string;
  /** The id of the criterion that asks for it. */
  readonly because: string;
  readonly by: 'spec' | 'agent';
}

const OF_SPEC = /^\s*(?:[-*]\s+)?changes:\s*(\S+)\s+replaces\s+(["“`])(.+)["”`]\.?\s*$/i;
const OF_AGENT = /^(?:[-*]\s+)?CHANGES:\s*(\S.*?),?\s+because\s+([A-Z][\w.-]*\w)(?:[\s:.,(].*)?$/;

export const isDeclaration = (line: string): boolean => OF_AGENT.test(line);

/** @param lines - of the agent's own messages */
export const readDeclared = (lines: readonly string[]): readonly DeclaredChange[] =>
  lines.flatMap((line) => {
    const [, test = '', because = ''] = OF_AGENT.exec(line) ?? [];
    return test === '' ? [] : [{ test: test.replace(/^(["'`])(.*)\1$/, '$2'), because, by: 'agent' }];
  });

/** @param spec - Markdown; text in fences, quotes and comments names nothing */
export const readReplaced = (spec: string): readonly DeclaredChange[] =>
  readMarkdown(spec).lines.flatMap(({ text }) => {
    const [, because, , test] = OF_SPEC.exec(text) ?? [];
    return because === undefined || test === undefined ? [] : [{ test, because, by: 'spec' }];
  });

/** The one earlier test that is meant, by its id; `null` for none or several. Some runners name no file. */
export const findMeant = (written: string, earlier: readonly string[]): string | null => {
  if (earlier.includes(written)) return written;
  const last = written.split(' > ').at(-1) ?? '';
  const isOnlyName = written === last;
  const endings = (id: string): readonly string[] => {
    // Go writes a blank in the name of a subtest as an underscore.
    const name = /^\S+\.go > /.test(id) ? last.replaceAll(/\s/g, '_') : last;
    return [` > ${name}`, ` ${name}`];
  };
  const found = earlier.filter((id) => {
    const isOfFile = isOnlyName || isInFile(id, fileOfTest(written)) || isWithoutFile(id);
    return isOfFile && endings(id).some((ending) => id.endsWith(ending));
  });
  const exact = found.filter((id) => id.endsWith(endings(id)[0] ?? ''));
  const [only, ...others] = exact.length > 0 ? exact : found;
  return only !== undefined && others.length === 0 ? only : null;
};
