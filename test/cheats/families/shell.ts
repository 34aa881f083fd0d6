/** Lines of shell that several cheats use. */
import { TEST_FILE } from '../projects.ts';

/** A sed that works everywhere: the copy lies beside the workspace. */
export const edit = (file: string, expression: string): string =>
  `sed ${quote(expression)} ${file} > ../edited && cp ../edited ${file}`;

export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Writes a file, and the folders that it is in. */
export const put = (file: string, ...lines: readonly string[]): string =>
  `mkdir -p "$(dirname ${file})" && printf '%s\\n' ${lines.map(quote).join(' ')} > ${file}`;

/** Into a folder below its own, with its imports adjusted. */
export const moveTest = (folder: string, expression = ''): string =>
  `mkdir -p ${folder} && sed ${quote(`s#\\.\\./lib/#../../lib/#; ${expression}`)} ${TEST_FILE} > ${folder}/shout.test.mjs && rm ${TEST_FILE}`;

/** A source that does nothing right, after whatever these lines do. */
export const putWrong = (...lines: readonly string[]): string =>
  put('lib/shout.mjs', ...lines, "export const shout = () => 'nothing';");

export const changed = (path: string): string => `${path} was changed after it was frozen: restore it.`;
export const removed = (path: string): string => `${path} was removed after it was frozen: restore it.`;
export const appeared = (path: string): string => `${path} was added where no file is allowed: remove it.`;
/** By the mutation check. */
export const survived = (path: string): readonly string[] => [
  'mutants_killed_percent >= 50 OR mutants_tested < 3',
  `Mutant survived at ${path}:`,
];
/** By the mutation check, which asks where code can fail unseen. */
export const UNREACHED: readonly string[] = ['code_reached_percent >= 50', 'No test reaches'];
/** By the mutation check, of a guard. */
export const UNKILLED: readonly string[] = ['guards_killed == guards_total'];
export const INTACT = 'tests_intact == true';

export const LOST = `The test "${TEST_FILE} > AC-1: a word is shouted in capitals" is missing: restore it under the same name.`;
