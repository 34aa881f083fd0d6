/** State after a run, from its files and from the program. */
import { textsOf } from '../evidence/findings/a-finding.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerRecord } from '../../src/ledger/ledger-record.ts';
import { asWorkRecord, type LedgerData } from '../../src/records/records.ts';
import type { RunStatus } from '../../src/view/run-status.ts';
import type { Project } from './a-project.ts';
import { runProgram } from './run-program.ts';

/** Id of the only run of the workspace. */
export const runOf = ({ workspace }: Project): string => {
  const [run, ...others] = readdirSync(join(workspace, '.dualgate', 'runs'));
  if (run === undefined || others.length > 0)
    throw new Error(`Cannot name the run: there are ${others.length === 0 ? 0 : others.length + 1}.`);
  return run;
};

export const ledgerOf = (project: Project): string =>
  join(project.workspace, '.dualgate', 'runs', runOf(project), 'ledger.jsonl');

/** Data of the records of one type, in order; null lists all types. */
export const recordsOf = <T extends keyof LedgerData>(project: Project, type: T): readonly LedgerData[T][] =>
  readFileSync(ledgerOf(project), 'utf8')
    .trimEnd()
    .split('\n')
    // A record carries what its type says; that it was not changed is what `verify` is for.
    .map((line) => asWorkRecord(JSON.parse(line) as LedgerRecord))
    .filter((record) => record.type === type)
    .map(({ data }) => data as LedgerData[T]);

/** Every decision as `GREEN 2 held`. */
export const pathOf = (project: Project): readonly string[] =>
  recordsOf(project, 'iteration.decided').map(
    ({ decision }) => `${decision.phase} ${decision.iteration} ${decision.can_exit ? 'exited' : 'held'}`,
  );

/** The last decision, as it stands in the ledger. */
export const lastDecision = (project: Project) => {
  const last = recordsOf(project, 'iteration.decided').at(-1);
  if (last === undefined) throw new Error('Cannot find a decision: none was taken.');
  const { record, decision } = last;
  return {
    can_exit: decision.can_exit,
    reason: decision.reason,
    signal: record.signal.reason,
    unmet: [...decision.gate_1.unmet, ...decision.gate_2.unmet].map(({ clause }) => clause),
    notes: textsOf(record.findings),
  };
};

/** `dualgate status --json`. */
export const statusOf = async (project: Project): Promise<RunStatus & { readonly going: unknown }> => {
  const { stdout } = await runProgram(project, 'status', '--json');
  // The program prints values of its type; the tests check them field by field.
  return JSON.parse(stdout) as RunStatus & { readonly going: unknown };
};
