/**
 * The programs that the pages show, each with what it prints, and the files of the tutorial: from `test/docs/projects`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './pages.ts';

/** By page: how a program is run, and its name. */
export const EXAMPLES = [
  ['docs/how-to/embed.md', 'run: chart'],
  ['docs/how-to/embed.md', 'run in a project: run'],
  ['docs/how-to/embed.md', 'run in a project: operate'],
  ['docs/how-to/graph.md', 'run in a project: graph'],
  ['docs/how-to/inspector.md', 'run: observe'],
  ['docs/how-to/inspector.md', 'run in a project: stately'],
  ['docs/how-to/measures.md', 'run in a project: function'],
  ['docs/how-to/watch-a-run.md', 'run in a project: page'],
  ['docs/reference/api.md', 'run: exit-signal'],
  ['docs/reference/signals.md', 'run with a transcript: reader'],
] as const;

export const TUTORIAL_FILES = ['package.json', 'specs/duration.md', 'dualgate.yaml', 'agent.yaml'];

const fence = (language: string, path: string): string =>
  [`\`\`\`${language}`, readFileSync(join(ROOT, 'test/docs/projects', path), 'utf8').trimEnd(), '```'].join('\n');

/** @param mark - `HOW: NAME` */
export const renderExample = (mark: string): string => {
  const path = `examples/${mark.split(': ')[1]}`;
  return `${fence('js', `${path}.mjs`)}\n\n${fence('text', `${path}.txt`)}`;
};

export const renderTutorialFile = (path: string): string =>
  fence({ json: 'json', md: 'markdown', yaml: 'yaml' }[path.split('.')[1] ?? ''] ?? '', `duration/${path}`);
