/**
 * The runs whose ledgers are kept as golden ones: real ones, with a scripted agent, a real suite and real commits, and with
 * everything that may happen to a run.
 */
import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';
import { createRun } from '../../../src/run/create-run.ts';
import type { RunOptions } from '../../../src/run/run-options.ts';
import { sendOperatorCommand } from '../../../src/run/operator/send-operator-command.ts';
import { aCommittingWorkspace } from '../../run/a-committing-workspace.ts';
import { aWorkspace, HONEST, type ScriptedTurn, type Workspace } from '../../run/a-workspace.ts';

const { RED, GREEN, REFACTOR, DOCUMENT } = HONEST;
const REST: readonly ScriptedTurn[] = [
  { phase: 'REFACTOR', ...REFACTOR },
  { phase: 'DOCUMENT', ...DOCUMENT },
];
const BY = { by: 'ann', reason: 'it was looked at by hand' } as const;

const BLOCKED = `---PRP_PHASE_STATUS---
PHASE: {{phase}}
STATUS: BLOCKED
ITERATION: {{iteration}}
NONCE: {{nonce}}
BLOCKERS:
  - the spec is not clear
EXIT_SIGNAL: false
---END_PRP_PHASE_STATUS---
`;

const drive = async ({ config }: Workspace, wanted: string, options: Partial<RunOptions> = {}): Promise<string> => {
  const run = createRun({ config, by: 'ann', ...options });
  expect(await run.ended).toMatchObject({ status: wanted });
  return run.id;
};

interface Scenario {
  /** @param keys - of the config */
  readonly workspace: (keys: Readonly<Record<string, unknown>>) => Promise<Workspace>;
  readonly run: (at: Workspace) => Promise<string>;
}

/** Name of the golden ledger, and how it is made; gives the id of the run. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'completed-with-commits': {
    workspace: (keys) => aCommittingWorkspace(undefined, keys),
    run: (at) => drive(at, 'completed'),
  },
  'held-and-stuck': {
    // Claims success too early, prints nothing, crashes, and then changes nothing any more.
    workspace: (keys) =>
      aWorkspace(
        [
          { phase: 'RED', ...RED },
          { phase: 'GREEN', iteration: 1, write: { 'src/one.js': 'export const one = () => 2;\n' }, signal: true },
          { phase: 'GREEN', iteration: 2, write: { 'src/one.js': 'export const one = () => 1;\n' }, say: 'Done.' },
          { phase: 'GREEN', iteration: 3, write: { 'test/one.test.js': '// no test any more\n' }, signal: true },
          { phase: 'GREEN', say: 'I do not know.', signal: false },
        ],
        keys,
      ),
    run: (at) => drive(at, 'stuck'),
  },
  'crashed-agent': {
    workspace: (keys) => aWorkspace([{ phase: 'RED', exit_code: 3 }], keys),
    run: (at) => drive(at, 'stuck'),
  },
  forced: {
    workspace: (keys) =>
      aCommittingWorkspace([{ phase: 'RED', ...RED }, { phase: 'GREEN', ...GREEN, signal: false }, ...REST], keys),
    run: async (at) => {
      const run = await drive(at, 'stuck');
      await sendOperatorCommand({ config: at.config, run, command: { command: 'skip', ...BY } });
      return drive(at, 'completed', { resume: run });
    },
  },
  'torn-and-resumed': {
    workspace: (keys) => aWorkspace(undefined, keys),
    run: async (at) => {
      const run = await drive(at, 'paused', { until: 'GREEN' });
      appendFileSync(`${at.folder}/.dualgate/runs/${run}/ledger.jsonl`, '{"seq":99,"at":"20');
      return drive(at, 'completed', { resume: run });
    },
  },
  'rolled-back': {
    workspace: (keys) => aCommittingWorkspace(undefined, keys),
    run: async (at) => {
      const run = await drive(at, 'paused', { until: 'REFACTOR' });
      await sendOperatorCommand({ config: at.config, run, command: { command: 'rollback', phase: 'RED', ...BY } });
      return drive(at, 'completed', { resume: run });
    },
  },
  'blocked-and-guided': {
    workspace: (keys) =>
      aWorkspace(
        [{ phase: 'RED', iteration: 1, say: BLOCKED }, { phase: 'RED', ...RED }, { phase: 'GREEN', ...GREEN }, ...REST],
        keys,
      ),
    run: async (at) => {
      const run = await drive(at, 'needs_human');
      await sendOperatorCommand({
        config: at.config,
        run,
        command: { command: 'guide', by: 'ann', text: 'One is the number 1.' },
      });
      await sendOperatorCommand({ config: at.config, run, command: { command: 'reset', ...BY } });
      return drive(at, 'completed', { resume: run });
    },
  },
  aborted: {
    workspace: (keys) =>
      aWorkspace(
        [
          { phase: 'RED', ...RED },
          { phase: 'GREEN', ...GREEN },
        ],
        keys,
      ),
    run: async (at) => {
      const run = await drive(at, 'paused', { until: 'RED' });
      await sendOperatorCommand({ config: at.config, run, command: { command: 'abort', ...BY } });
      return run;
    },
  },
};
