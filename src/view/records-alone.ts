/** Records whose config is gone: they are shown where it had no secrets. Code that looks at a run loads this file only then. */
import { join } from 'node:path';
import { createRedactData } from '../base/redact-text.ts';
import { ConfigError } from '../project/config/find-config.ts';
import { foldWork } from '../records/fold/fold-sums.ts';
import { phaseAt } from '../records/fold/work-position.ts';
import { UNSTARTED } from '../records/fold/work-state.ts';
import { walkRecords } from '../records/read-records.ts';
import { asWorkRecord } from '../records/records.ts';
import { configIn } from '../records/ruling-config.ts';
import { describeStatus, type RunStatus } from './run-status.ts';

const RESTORE = 'for example with `git restore dualgate.yaml`';

/**
 * @returns what is missing, in a sentence
 * @throws {ConfigError} if the config had variables for the agent, or the reviewer: views hide their values, which no record has
 */
export const describeAlone = async (folder: string, run: string | undefined): Promise<string> => {
  const path = join(folder, 'dualgate.yaml');
  let hasSecrets = false;
  await walkRecords(folder, run, (record) => {
    hasSecrets ||= hasVariables(configIn(asWorkRecord(record))?.config);
  });
  if (!hasSecrets) return `${path} is gone: this is what was recorded. Bring it back to continue, ${RESTORE}.`;
  const message = `it is gone, and without the values of its key \`env\` no record is shown, since they may be secrets. Bring it back, ${RESTORE}`;
  throw new ConfigError(path, [{ path, line: null, column: null, message }]);
};

const hasVariables = (config: unknown): boolean =>
  [valueOf(config, 'agent'), valueOf(valueOf(config, 'review'), 'agent')].some(
    (agent) => Object.keys(valueOf(agent, 'env') ?? {}).length > 0,
  );

const valueOf = (found: unknown, key: string): object | undefined => {
  const value: unknown = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
  return typeof value === 'object' && value !== null ? value : undefined;
};

/** By the whole ledger. @throws as `walkRecords` */
export const statusOfRecords = async (folder: string, run: string | undefined): Promise<RunStatus> => {
  let state = UNSTARTED;
  const { head } = await walkRecords(folder, run, (record) => {
    state = foldWork(state, asWorkRecord(record));
  });
  const { phases, position } = state.sums;
  const status = describeStatus({ state, phases, phase: phaseAt(position), head });
  return createRedactData(null, process.env)(status);
};
