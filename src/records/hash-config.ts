/** The config as in the first record of a run, and the hash by which a resumed run recognises it. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { configOfQuick, configOfSpec, type Config } from '../project/config/config.ts';
import { configOfTask } from '../project/config/tasks-of-list.ts';
import { readLedger, hashBytes } from '../ledger/ledger-record.ts';
import { readCurrentRun, runFolders } from './run-folders.ts';
import { asWorkRecord } from './records.ts';
import { describeCondition } from '../../gates/phase.ts';
import { stateFolder } from '../ledger/state-folder.ts';
import { placeNew } from '../ledger/lock-file.ts';
import { replaceFile } from '../ledger/write-view.ts';

/** @returns the same config, if the run was given nothing */
export const withRecordedChoices = (config: Config, recorded: unknown): Config => {
  const own = withSpec(config, valueOf(recorded, 'work'));
  return valueOf(recorded, 'quick') === true ? configOfQuick(own) : own;
};

const withSpec = (config: Config, work: unknown): Config => {
  const spec = valueOf(work, 'spec');
  if (typeof spec !== 'string') return config;
  if (valueOf(work, 'given') === true) return configOfSpec(config, spec);
  return config.list === null ? config : configOfTask(config, spec);
};

const valueOf = (found: unknown, key: string): unknown =>
  typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;

/** @returns the same if the run has its spec, or there is no such run @throws {LedgerError} when its ledger cannot be read */
export const configOfRun = async (config: Config, run = readCurrentRun(config.folder)): Promise<Config> => {
  if (run === null) return config;
  const { ledger } = runFolders(config.folder, run);
  if (!existsSync(ledger)) return config;
  for await (const sealed of readLedger(ledger)) {
    const record = asWorkRecord(sealed);
    return record.type === 'run.started' ? withRecordedChoices(config, record.data.config) : config;
  }
  return config;
};

type Described = Readonly<Record<string, unknown>>;

/** The config as JSON: functions by name, values of `agent.env` and the reviewer sealed, no path: a checkout may be moved. */
export const describeConfig = (config: Config): Described => {
  const { agent, review } = config;
  return describePlain({
    ...config,
    agent: seal(agent),
    ...(review === undefined ? {} : { review: { ...review, agent: seal(review.agent) } }),
  });
};

const seal = (agent: Config['agent']): Config['agent'] => ({ ...agent, env: sealValues(agent.env) });

/** Hash of the complete config of a run: a resumed run must have the same. */
export const hashConfig = (config: Config): string => hashBytes(JSON.stringify(describeConfig(config)));

/** Whether a run began under this config. @param hash - of its first record */
export const isConfigOf = (hash: string, config: Config): boolean => hash === hashConfig(config);

/** `metrics` follow from the rest, and `work_items` are no part of a run. */
const describePlain = ({
  path: _path,
  folder: _folder,
  files: _files,
  metrics: _metrics,
  work_items: _items,
  ...config
}: Config): Described => ({
  ...config,
  measures: config.measures.map(({ measure, ...rest }) => ({
    ...rest,
    measure: measure === null ? null : '[function]',
  })),
  phases: config.phases.map((phase) => ({
    ...phase,
    gate_1: { ...phase.gate_1, condition: describeCondition(phase.gate_1) },
    gate_2: { ...phase.gate_2, condition: describeCondition(phase.gate_2) },
  })),
});

/** Replaces a value where no key can be kept: then only the names are compared. */
const NOT_KEPT = 'not kept';

const KEY = /^[0-9a-f]{64}$/;

type Values = Readonly<Record<string, string>>;

/**
 * Seals values that must not be readable, but comparable: each under an HMAC whose key is in dualgate's own state,
 * outside the workspace. A plain hash of a short password could be guessed at once by a reader of the ledger. The same
 * names in the same order; the same value of a name gives the same text, as long as the key exists.
 */
export const sealValues = (values: Values, env: NodeJS.ProcessEnv = process.env): Values => {
  if (Object.keys(values).length === 0) return values;
  const key = readKey(keyPath(env)) ?? makeKey(keyPath(env));
  const seal = (name: string, value: string): string =>
    key === null ? NOT_KEPT : `hmac-sha256:${createHmac('sha256', key).update(`${name}\0${value}`).digest('hex')}`;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, seal(name, value)]));
};

/** Absolute path of the key. */
export const keyPath = (env: NodeJS.ProcessEnv): string => join(stateFolder(env), 'values.key');

const readKey = (path: string): Buffer | null => {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return KEY.test(text) ? Buffer.from(text, 'hex') : null;
  } catch {
    return null;
  }
};

/** If two processes make it at the same time, both use the first one. */
const makeKey = (path: string): Buffer | null => {
  const draft = `${path}.${randomUUID()}`;
  try {
    replaceFile(draft, `${randomBytes(32).toString('hex')}\n`, { durable: true });
    try {
      placeNew(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
    return readKey(path);
  } catch {
    return null;
  }
};
