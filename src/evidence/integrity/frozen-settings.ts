/** The part of a file about tests. Everything that is not known to be free is frozen. */
import { readdir } from 'node:fs/promises';
import { join, relative, sep, basename } from 'node:path';
import { z } from 'zod';
import { DRAFT_END } from '../../ledger/write-view.ts';
import { askRunners } from '../../runners/runners.ts';
import { withoutComments } from '../../base/text/parse-json.ts';

// Files in `.dualgate/` that dualgate does not write. The folder is no source, so code in it would not be measured.

/** A random word for a lock, or its holder. */
const WORD = String.raw`(?:\.[0-9a-f-]{16,})*`;
const RUN = String.raw`runs/[A-Za-z0-9-]+`;

/** All files that a run, an operator's command, or a kill during one, leaves there. */
const OURS = [
  String.raw`\.gitignore|detached-\d{8}-\d{6}\.log|current|STATE\.md|lock${WORD}|\.(?:\w+|STATE\.md)${WORD}${DRAFT_END}`,
  String.raw`${RUN}/(?:ledger\.jsonl|ledger\.torn-\d+|status\.json|(?:phase-status|exit-gate|confidence)\.log|\.[\w.-]+${DRAFT_END})`,
  String.raw`(?:${RUN}/transcripts|smoke-test)/[\w.-]+\.(?:stdout|stderr|said)`,
  String.raw`lists/(?:current|lock${WORD}|\.\w+${WORD}${DRAFT_END})`,
  String.raw`lists/[A-Za-z0-9-]+/(?:ledger\.jsonl|ledger\.torn-\d+)`,
  String.raw`${RUN}/reports/[\w.-]+`,
].map((ours) => new RegExp(`^(?:${ours})$`));

/** Paths relative to the workspace, with `/`, in path order. */
export const findForeignState = async (workspace: string): Promise<readonly string[]> => {
  const state = join(workspace, '.dualgate');
  const entries = await readdir(state, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(state, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !OURS.some((pattern) => pattern.test(name)))
    .map((name) => `.dualgate/${name}`)
    .sort();
};

/** Files of no runner: they decide what a name resolves to, and which variables are set. */
export const SETTINGS: readonly string[] = ['tsconfig.json', 'jsconfig.json', '.env'];

const PARTS = new Map(askRunners(({ frozen }) => Object.entries(frozen?.parts ?? {})));

/** The names of such files of all runners. */
export const PARTS_OF_RUNNERS: readonly string[] = [...PARTS.keys()];

/** The text that counts; `''` where the file has nothing about tests. */
export const readTestSettings = (file: string, text: string): string => {
  const name = basename(file);
  const leavePart = PARTS.get(name) ?? (name.endsWith('.json') ? readResolution : leaveVariables);
  return leavePart(text)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .join('\n');
};

/** Variables that configure runners, and the programs that start them. */
const STEERS = new RegExp(
  String.raw`^\s*(?:export\s+)?(?:${askRunners(({ frozen }) => frozen?.variables).join('|')})\s*=`,
  'i',
);

const leaveVariables = (text: string): string =>
  text
    .split(/\r?\n/)
    .filter((line) => STEERS.test(line))
    .join('\n');

/** It decides what a name resolves to, and what ts-node loads. */
const readResolution = (text: string): string => {
  try {
    const { extends: base, compilerOptions, 'ts-node': loader } = resolution.parse(JSON.parse(withoutComments(text)));
    const { baseUrl, paths, rootDirs } = compilerOptions ?? {};
    // The one of a package is installed, and resolves to no source.
    const own = [base].flat().filter((each) => typeof each === 'string' && /^[./]/.test(each));
    const found = { base: own.length === 0 ? undefined : own, baseUrl, paths, rootDirs, 'ts-node': loader };
    return Object.values(found).every((value) => value === undefined) ? '' : JSON.stringify(found);
  } catch {
    return text;
  }
};

const resolution = z.looseObject({
  extends: z.unknown().optional(),
  // Modules that it loads before any other.
  'ts-node': z.unknown().optional(),
  compilerOptions: z
    .looseObject({ baseUrl: z.unknown().optional(), paths: z.unknown().optional(), rootDirs: z.unknown().optional() })
    .optional(),
});
