/**
 * Every way in which `dualgate run` ends (rule 4.9), each reached by the real program on a tiny real project: what it gives
 * back is what anybody can look at afterwards, the folder, the exit code and the ledger.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ending } from '../../machines/index.ts';
import { readContent } from '../../src/ledger/format.ts';
import type { LedgerRecord } from '../../src/ledger/ledger-record.ts';
import { aProject, phases, type Project, type ProjectOptions } from './a-project.ts';
import { aFifo, DO_THE_WORK, honestBut, READ_THE_PROMPT, SAY_YES, shell, WAIT_TO_GO_ON } from './a-shell-agent.ts';
import { ledgerOf } from './read-project.ts';
import { type Ended, runProgram, startProgram } from './run-program.ts';

export interface EndCase {
  /** The status of the run, else in words. */
  readonly name: Ending['status'] | 'never began' | 'broken' | 'wrong usage' | 'wrong config';
  readonly exitCode: number;
  /** As the ledger has it; `null` where the run did not come to write it. */
  readonly status: Ending['status'] | null;
  /** Whether there is a ledger. */
  readonly began: boolean;
  readonly reach: (home: string) => Promise<Reached>;
}

export interface Reached {
  readonly project: Project;
  readonly ended: Ended;
}

/** A record of a ledger, in today's format. */
interface Line {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** All records, in order; none where there is no ledger. */
export const readRecords = (project: Project): readonly Line[] =>
  existsSync(join(project.workspace, '.dualgate', 'runs')) && existsSync(ledgerOf(project))
    ? readFileSync(ledgerOf(project), 'utf8')
        .trimEnd()
        .split('\n')
        // A record carries what its type says; that it was not changed is what `verify` is for.
        .map((line) => JSON.parse(line) as LedgerRecord)
        // A record of another writer is none.
        .map((line) => ('data' in line ? readContent(line) : line))
    : [];

const RED = phases({ RED: {} });
const RED_AND_GREEN = phases({ RED: {}, GREEN: {} });

const runIn = async (home: string, options: ProjectOptions, ...args: readonly string[]): Promise<Reached> => {
  const project = await aProject(home, options);
  return { project, ended: await runProgram(project, 'run', ...args) };
};

/** Does something to a run whose agent waits in its first turn, and lets the agent continue. */
const runAndMeanwhile = async (
  home: string,
  act: (project: Project, pid: number) => Promise<unknown>,
): Promise<Reached> => {
  const agent = shell(READ_THE_PROMPT, WAIT_TO_GO_ON, DO_THE_WORK, SAY_YES);
  const project = await aProject(home, { agent, config: { phases: RED_AND_GREEN } });
  const fifo = await aFifo(project.agent);
  const run = startProgram(project, 'run', '--json', '--agent-output');
  await run.until((event) => event.type === 'agent.output' && event.text.includes('waiting'));
  await act(project, run.pid);
  await fifo.letGoOn();
  return { project, ended: await run.ended };
};

const abortIt = async (home: string): Promise<Reached> => {
  const commands: Promise<Ended>[] = [];
  const reached = await runAndMeanwhile(home, async (project) => {
    const abort = startProgram(project, 'abort', '--reason', 'the spec is wrong');
    commands.push(abort.ended);
    await abort.said('Waiting for it to end');
  });
  await Promise.all(commands);
  return reached;
};

/** One of each; the run of all but `never began`, `wrong usage` and `wrong config` has begun. */
export const ENDINGS: readonly EndCase[] = [
  {
    name: 'completed',
    exitCode: 0,
    status: 'completed',
    began: true,
    reach: (home) => runIn(home, { config: { phases: RED } }),
  },
  {
    name: 'paused',
    exitCode: 0,
    status: 'paused',
    began: true,
    reach: (home) => runIn(home, { config: { phases: RED_AND_GREEN } }, '--until', 'RED'),
  },
  {
    name: 'stuck',
    exitCode: 1,
    status: 'stuck',
    began: true,
    reach: (home) =>
      runIn(home, {
        agent: shell(READ_THE_PROMPT, 'echo nothing to say'),
        config: { phases: phases({ RED: { limits: { max_iterations: 1 } } }) },
      }),
  },
  { name: 'aborted', exitCode: 2, status: 'aborted', began: true, reach: abortIt },
  {
    name: 'interrupted',
    exitCode: 3,
    status: 'interrupted',
    began: true,
    reach: (home) => runAndMeanwhile(home, async (_project, pid) => process.kill(pid, 'SIGINT')),
  },
  {
    name: 'needs_human',
    exitCode: 4,
    status: 'needs_human',
    began: true,
    reach: (home) =>
      runIn(home, {
        agent: shell(READ_THE_PROMPT, '"$DUALGATE_SIGNAL" blocked --reason "no key for the vendor"'),
        config: { phases: RED },
      }),
  },
  {
    name: 'never began',
    exitCode: 4,
    status: null,
    began: false,
    reach: (home) => runIn(home, { config: { agent: { command: 'no-such-agent' } } }),
  },
  {
    // A change to the ledger breaks it: nothing is decided on it any more.
    name: 'broken',
    exitCode: 70,
    status: null,
    began: true,
    reach: (home) =>
      runIn(home, {
        agent: honestBut('GREEN', 'for each in .dualgate/runs/*/ledger.jsonl; do echo "{}" >> "$each"; done'),
        config: { phases: RED_AND_GREEN },
      }),
  },
  {
    name: 'wrong usage',
    exitCode: 64,
    status: null,
    began: false,
    reach: (home) => runIn(home, {}, '--unti', 'RED'),
  },
  {
    name: 'wrong config',
    exitCode: 78,
    status: null,
    began: false,
    reach: (home) => runIn(home, { config: { tests: { comand: 'node --test' } } }),
  },
];
