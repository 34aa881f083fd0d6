/**
 * Other absolute paths that lead a suite from the copy back to the workspace: words of its command, variables of the
 * environment, and Python packages that are installed as a link to the code (`pip install -e`). Each is replaced with
 * the path in the copy.
 */
import { stat } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { PlacedSuite } from '../../runners/run-suites.ts';
import { isOfWorkers } from '../../runners/test-environment.ts';
import type { Inside } from './checkout.ts';
import { readText } from '../../base/files/open-plain.ts';
import { namesIn } from '../../base/files/folders.ts';
import { escapePattern } from '../../base/text/quote-text.ts';

/** Variables of the shell and of Node; their paths are not replaced. */
const NOT_OURS = /^(?:PWD|OLDPWD|INIT_CWD|NODE_OPTIONS|NODE_V8_COVERAGE|DUALGATE_.*|npm_.*)$/;

/** The words with the copy in place of the workspace. */
export const leadWords = (
  words: readonly string[],
  workspace: string,
  copy: Pick<Inside, 'folder'>,
): readonly string[] => words.map((word) => replacePath(word, workspace, copy.folder));

export const leadSuite = <S extends Pick<PlacedSuite, 'command' | 'before'>>(
  suite: S,
  workspace: string,
  copy: Pick<Inside, 'folder'>,
): S => ({
  ...suite,
  command: leadWords(suite.command, workspace, copy),
  ...(suite.before == null
    ? {}
    : { before: { ...suite.before, command: leadWords(suite.before.command, workspace, copy) } }),
});

/** Variables that differ in the copy. @param parent - the environment of the suite otherwise */
export const leadEnvironment = async (
  parent: Readonly<Record<string, string | undefined>>,
  workspace: string,
  copy: Pick<Inside, 'folder' | 'pathIn'>,
): Promise<Readonly<Record<string, string>>> => {
  const led = Object.entries(parent).flatMap(([name, value]) => {
    if (value === undefined || NOT_OURS.test(name) || isOfWorkers(name)) return [];
    const here = replacePath(value, workspace, copy.folder);
    return here === value ? [] : [[name, here] as const];
  });
  const env = Object.fromEntries(led);
  const python = await findLinkedPython(workspace, parent['VIRTUAL_ENV']);
  if (python.length === 0) return { ...env, PWD: copy.folder };
  const before = env['PYTHONPATH'] ?? parent['PYTHONPATH'];
  const path = [...python.map(copy.pathIn), ...(before === undefined ? [] : [before])].join(delimiter);
  return { ...env, PWD: copy.folder, PYTHONPATH: path };
};

const replacePath = (text: string, from: string, to: string): string =>
  text.includes(from) ? text.replaceAll(new RegExp(`${escapePattern(from)}(?=$|[/:;,'"\\s=])`, 'g'), () => to) : text;

/** Folders of the workspace that Python searches for a linked package. */
const findLinkedPython = async (workspace: string, active: string | undefined): Promise<readonly string[]> => {
  const environments = ['.venv', 'venv', 'env'].map((name) => join(workspace, name));
  const found = new Set<string>();
  for (const environment of [...environments, ...(active === undefined ? [] : [active])]) {
    for (const version of namesIn(join(environment, 'lib'))) {
      const packages = join(environment, 'lib', version, 'site-packages');
      for (const name of namesIn(packages).filter((each) => LINKS.test(each))) {
        const text = readText(join(packages, name)) ?? '';
        for (const [path] of text.matchAll(new RegExp(`${escapePattern(workspace)}(?:/[^\\n'"]*)?`, 'g'))) {
          // A finder names the package itself; it is found from its parent folder.
          const isPackage = await stat(join(path, '__init__.py')).then(
            () => true,
            () => false,
          );
          found.add(isPackage ? dirname(path) : path.trimEnd());
        }
      }
    }
  }
  return [...found];
};

const LINKS = /^(?:__editable__.*|.*\.pth|.*\.egg-link)$/;
