/**
 * A real little project with a scripted agent, in a git repository of its own: RED to DOCUMENT in four turns by default.
 */
import { stringify } from 'yaml';
import { onTestFinished } from 'vitest';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { type Config, parseConfig } from '../../src/read-config/parse-config.ts';
import { aFolder, aRepository, write } from '../evidence/a-repository.ts';
import { IN_ONE_PROCESS, SUITE } from '../in-one-process.ts';

const TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { one } from '../src/one.js';

test('AC-1: one is 1', () => assert.equal(one(), 1));
`;

const DOCUMENTS = {
  'docs/usage.md':
    '# Usage\n\nCall the function one without any argument and it gives back the number of which its name speaks, always and everywhere the same.\n',
  'docs/adr/0001-a-function.md':
    '# 1. A function\n\n## Status\n\nAccepted.\n\n## Context\n\nA number is wanted in many places, and nobody likes to write it down twice.\n\n## Decision\n\nThere is a function of that name.\n\n## Consequences\n\nWhoever wants another number writes another function beside it.\n',
  'docs/architecture.md':
    '# Architecture\n\n```mermaid\nC4Context\n  title One\n  Person(user, "User", "Wants a number")\n  System(one, "one", "Gives it")\n  Rel(user, one, "Calls")\n```\n',
};

/** Work of an honest agent, turn by turn; a test puts other turns in their place. */
export const HONEST = {
  RED: {
    write: { 'src/one.js': 'export const one = () => 0;\n', 'test/one.test.js': TEST },
    say: 'The test fails.',
    signal: true,
  },
  GREEN: { write: { 'src/one.js': 'export const one = () => 1;\n' }, say: 'It passes.', signal: true },
  REFACTOR: {
    write: { 'src/one.js': '/** The first number. */\nexport const one = () => 1;\n' },
    say: 'It has a comment.',
    refactoring_complete: true,
    signal: true,
  },
  DOCUMENT: { write: DOCUMENTS, say: 'It is described.', signal: true },
} as const;

export type ScriptedTurn = Readonly<Record<string, unknown>> & { readonly phase: string };

const honestTurns = (): readonly ScriptedTurn[] => Object.entries(HONEST).map(([phase, turn]) => ({ phase, ...turn }));

export interface Workspace {
  readonly folder: string;
  readonly config: Config;
}

/**
 * @param turns - of the scripted agent; honest ones by default
 * @param spoil - keys of the config that differ
 * @param files - in the repository from the start, together with the spec
 */
export const aWorkspace = async (
  turns: readonly ScriptedTurn[] = honestTurns(),
  spoil: Readonly<Record<string, unknown>> = {},
  files: Readonly<Record<string, string>> = { 'package.json': '{ "type": "module" }\n' },
): Promise<Workspace> => {
  const folder = await aRepository({
    ...('tests' in spoil ? {} : SUITE),
    ...files,
    'spec.md': '- [ ] AC-1: one is 1\n',
  });
  const text = stringify({
    version: 1,
    work: { spec: 'spec.md' },
    agent: { use: 'scripted', script: 'agent.yaml' },
    tests: IN_ONE_PROCESS,
    ...spoil,
  });
  await write(folder, { 'dualgate.yaml': text, 'agent.yaml': stringify({ turns }) });
  return { folder, config: parseConfig(text, { path: `${folder}/dualgate.yaml`, readFile: () => '' }) };
};

/** The same without DOCUMENT: where a run may come to it, Mermaid is started before it begins. */
export const aCodeWorkspace: typeof aWorkspace = (turns, spoil, files) =>
  aWorkspace(turns, { phases: DEFAULT_PHASES.filter(({ phase }) => phase !== 'DOCUMENT'), ...spoil }, files);

/** Anchors of these tests' runs go into a folder of their own. */
export const withAnchorsAside = async (): Promise<string> => {
  const folder = await aFolder();
  const before = process.env['XDG_STATE_HOME'];
  process.env['XDG_STATE_HOME'] = folder;
  onTestFinished(() => {
    if (before === undefined) delete process.env['XDG_STATE_HOME'];
    else process.env['XDG_STATE_HOME'] = before;
  });
  return folder;
};
