/** Commands of a script that are checks, known by their names. A check must not write sources: options that fix them are dropped. */
import { join } from 'node:path';
import { findProgram, isPackageManager, nameProgram } from '../../runners/command/find-program.ts';
import { readText } from '../../base/files/open-plain.ts';
import type { ProposedTests } from '../../runners/runners.ts';
import type { DocumentFacts } from './render-phases.ts';
import type { Language } from '../../runners/runner.ts';

export interface ProposedCheck {
  /** The key under `checks`. */
  readonly name: string;
  readonly command: readonly string[];
}

/** By the name of a script. */
const BY_SCRIPT = [
  { name: 'lint', script: /^(?:lint|eslint)(?::|$)/ },
  { name: 'types', script: /^(?:types?|type-?check|check[-:]types|tsc)(?::|$)/ },
  { name: 'build', script: /^(?:build|compile)(?::|$)/ },
  { name: 'format', script: /^(?:format|prettier|fmt)[:-]check$|^check[:-]format$/ },
] as const;

const LINTERS = new Set('eslint xo standard ts-standard semistandard neostandard oxlint tslint jshint'.split(' '));
const BUILDERS = new Set('tsup tsdown rollup webpack esbuild unbuild microbundle parcel swc babel ncc'.split(' '));
const TYPE_CHECKERS = new Set(['tsd', 'svelte-check', 'pyright']);

const WRITES_SOURCES = /(?:^|\s)--(?:fix|write|apply|apply-unsafe)(?=\s|=|$)/;

/** Whether a script is known by its name, and can be run as it is. */
export const isCheckScript = (name: string, script: string): boolean =>
  nameOfScript(name) !== null && !WRITES_SOURCES.test(script);

const nameOfScript = (script: string): string | null =>
  BY_SCRIPT.find((each) => each.script.test(script))?.name ?? null;

/** `null` if it is none that is known. @param folder - absolute, that of package.json */
export const findCheck = (words: readonly string[], folder: string): ProposedCheck | null => {
  const [manager = '', run, script = ''] = words;
  if (isPackageManager(manager) && run === 'run') {
    const name = nameOfScript(script);
    return name === null ? null : { name, command: words };
  }
  const found = findProgram(words, folder);
  if ('unknown' in found) return null;
  const name = nameOfTool(found.program, found.words, folder);
  return name === null ? null : { name, command: startTool(words).filter((word) => !WRITES_SOURCES.test(word)) };
};

const nameOfTool = (program: string, words: readonly string[], folder: string): string | null => {
  if (LINTERS.has(program) || (program === 'biome' && /^(?:check|ci|lint)$/.test(words[0] ?? ''))) return 'lint';
  if (program === 'prettier')
    return words.some((word) => /^(?:-c|--check|-l|--list-different)$/.test(word)) ? 'format' : null;
  if (program === 'tsc' || program === 'vue-tsc') return nameOfCompiler(words, folder);
  if (TYPE_CHECKERS.has(program)) return 'types';
  if (BUILDERS.has(program) || (program === 'vite' && words[0] === 'build')) return 'build';
  return null;
};

/** A compiler that writes nothing only checks types. */
const nameOfCompiler = (words: readonly string[], folder: string): string | null => {
  if (words.some((word) => word === '-w' || word === '--watch')) return null;
  if (words.includes('--noEmit')) return 'types';
  const at = words.findIndex((word) => word === '-p' || word === '--project');
  const named = at === -1 ? '' : (words[at + 1] ?? '');
  const path = named.endsWith('.json') ? named : join(named, 'tsconfig.json');
  return /"noEmit"\s*:\s*true/.test(readText(join(folder, path)) ?? '') ? 'types' : 'build';
};

const STARTERS = new Set(['npx', 'bunx', 'node', 'deno', 'bundle']);

/** Programs of node_modules are found by npx. */
export const startTool = (words: readonly string[]): readonly string[] => {
  const program = nameProgram(words[0] ?? '');
  return STARTERS.has(program) || isPackageManager(program) || (words[0] ?? '').includes('/')
    ? words
    : ['npx', ...words];
};

/** Those of one name get the names of their programs: a name is one check. The same command counts once. */
export const nameApart = (checks: readonly ProposedCheck[]): readonly ProposedCheck[] => {
  const apart: ProposedCheck[] = [];
  for (const check of checks) {
    if (apart.some(({ command }) => command.join(' ') === check.command.join(' '))) continue;
    const isTaken = (name: string): boolean => apart.some((each) => each.name === name);
    const name = isTaken(check.name) ? ownName(check) : check.name;
    if (!isTaken(name)) apart.push({ ...check, name });
  }
  return apart;
};

/** `npm run lint:css` is `lint_css`, `npx tsd` is `tsd`. */
const ownName = ({ command }: ProposedCheck): string => {
  const word = command.find((each) => !/^(?:npx|bunx|npm|pnpm|yarn|bun|run|exec)$/.test(each));
  return (word ?? 'check')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40);
};

/** A file that may hold acceptance criteria. */
export interface SpecCandidate {
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly criteria: number;
  /** How many of them have no id. @default none */
  readonly unnamed?: number;
  /** The parts of the file that are criteria. @default checkboxes */
  readonly parts?: string;
}

export interface ProjectFacts extends ProposedTests {
  /** Folder in which the tests run, relative to the project; absent for the project itself. */
  readonly folder?: string;
  /** The suites of its packages, in place of one for the whole project. @default none */
  readonly suites?: readonly ProjectFacts[];
  /** Those that the script of the tests runs, too. @default none */
  readonly checks?: readonly ProposedCheck[];
  /** @default null: not known */
  readonly language?: Language | null;
  /** Best first: files with criteria before others. */
  readonly specs: readonly SpecCandidate[];
  readonly documents: DocumentFacts;
  readonly git: boolean;
  /** Whether dualgate, with its JSON Schema, is installed in the project. */
  readonly installed: boolean;
}
