/**
 * The table of programs that find in files which command a task runs: recipes, and task runners of packages. Those files are
 * frozen while the tests stand behind such a program (rule 2.7). A new one is a row.
 */
import { MAKEFILES } from '../../../runners/replays/watch-replays.ts';

export interface TaskTool {
  /** How it is started, in the test command, in a script or in a recipe that this reaches. */
  readonly startedBy: RegExp;
  /** Names of files that are frozen whole, at the root and in the folder of the suite, existing or not. */
  readonly files?: readonly string[];
  /** Whether those of other folders are, too: the first one names them. */
  readonly below?: true;
  /** Folders of such files at the root, without what the tool keeps in them. */
  readonly folders?: readonly string[];
  /** Files in the folder of any package, and members of its package.json, of which the tasks that the tests do not reach are free. */
  readonly tables?: readonly string[];
  /** Whether it runs scripts of packages that it finds by their names and places. */
  readonly ofPackages?: true;
}

/** A program at the beginning of a command, or behind another that starts it. */
const started = (names: string): RegExp => new RegExp(String.raw`(?:^|[\s;&|(/"'])(?:${names})(?=["']?(?:\s|$))`, 'm');

export const RECIPES: Readonly<Record<string, readonly string[]>> = {
  make: MAKEFILES,
  gmake: MAKEFILES,
  just: ['justfile', 'Justfile', '.justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml'],
  nox: ['noxfile.py'],
  rake: ['Rakefile', 'rakefile', 'Rakefile.rb'],
};

/** A Makefile below says how the product is built. */
const BELOW: Readonly<Record<string, Pick<TaskTool, 'below'>>> = { just: { below: true }, task: { below: true } };

/** They run scripts of a package.json, among others. */
export const TASK_RUNNERS: Readonly<Record<string, Omit<TaskTool, 'startedBy'>>> = {
  turbo: { tables: ['turbo.json', 'turbo.jsonc'], ofPackages: true },
  nx: {
    files: ['lerna.json', 'workspace.json'],
    tables: ['nx.json', 'project.json', 'package.json#nx'],
    ofPackages: true,
  },
  lerna: { files: ['lerna.json'], tables: ['nx.json', 'project.json', 'package.json#nx'], ofPackages: true },
  wireit: { tables: ['package.json#wireit'], ofPackages: true },
  moon: { tables: ['moon.yml', 'moon.yaml'], folders: ['.moon'], ofPackages: true },
  lage: { files: ['lage.config.js', 'lage.config.cjs', 'lage.config.mjs', '.lagerc'], ofPackages: true },
  rush: { files: ['rush.json', 'common/config/rush/command-line.json'], ofPackages: true },
};

/** Options of a package manager that make it run scripts of other packages. */
const OF_WORKSPACES =
  /\b(?:npm|pnpm|yarn|bun)\b[^;&|\n]*(?:\s-(?:w|ws|F|r)\b|\s--(?:workspaces?|filter|recursive)\b|\bworkspaces?\b)/;

export const TASK_TOOLS: readonly TaskTool[] = [
  ...Object.entries(RECIPES).map(([name, files]) => ({ startedBy: started(name), files, ...BELOW[name] })),
  ...Object.entries(TASK_RUNNERS).map(([name, row]) => ({ startedBy: started(name), ...row })),
  { startedBy: OF_WORKSPACES, ofPackages: true },
];
