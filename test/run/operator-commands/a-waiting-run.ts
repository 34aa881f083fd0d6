/** A run whose agent runs into a limit of its provider at once, and again and again: it waits, and takes commands. */
import { onTestFinished } from 'vitest';
import { createRun, type Run } from '../../../src/run/create-run.ts';
import type { RunOptions } from '../../../src/run/run-options.ts';
import { readRun } from '../../../src/view/read-run.ts';
import type { RunEvent } from '../../../src/records/run-events.ts';
import type { OperatorCommand } from '../../../src/run/operator-commands/operator-command.ts';
import { sendOperatorCommand } from '../../../src/run/operator/send-operator-command.ts';
import { aFakeProgram } from '../a-fake-program.ts';
import { aCodeWorkspace, type Workspace } from '../a-workspace.ts';

const LIMITED = `claude('API Error: 429', { is_error: true, api_error_status: 429 }); process.exitCode = 1;`;

export interface WaitingRun extends Workspace {
  readonly run: Run;
  readonly events: readonly RunEvent[];
  /** Resolves when the run waits for the nth time, from 1. */
  readonly untilItWaits: (times: number) => Promise<void>;
  readonly give: (command: OperatorCommand) => ReturnType<typeof sendOperatorCommand>;
  /** Every operator's record, and what they led to. */
  readonly operatorRecords: () => Promise<readonly unknown[]>;
}

/** @param spoil - keys of the config that differ */
export const aWaitingRun = async (
  spoil: Readonly<Record<string, unknown>> = {},
  options: Partial<RunOptions> = {},
): Promise<WaitingRun> => {
  const program = await aFakeProgram('claude', [LIMITED]);
  const workspace = await aCodeWorkspace([], { agent: { use: 'claude', env: program.env }, ...spoil });
  const events: RunEvent[] = [];
  const looking = new Set<() => void>();
  const run = createRun({
    config: workspace.config,
    onEvent: (event) => {
      events.push(event);
      for (const look of looking) look();
    },
    ...options,
  });
  onTestFinished(async () => {
    if (!events.some(({ type }) => type === 'run.ended')) run.interrupt();
    await run.ended;
  });
  const untilItWaits = (times: number) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (events.filter(({ type }) => type === 'waiting').length < times) return;
        looking.delete(look);
        resolve();
      };
      looking.add(look);
      look();
    });
  const { config } = workspace;
  return {
    ...workspace,
    run,
    events,
    untilItWaits,
    give: (command) => sendOperatorCommand({ config, run: run.id, command }),
    operatorRecords: async () =>
      (await readRun(config, run.id)).records.flatMap(({ type, data }) =>
        type.startsWith('operator.') || type === 'phase.exited' ? [{ type, data }] : [],
      ),
  };
};
