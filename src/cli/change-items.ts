/** `dualgate work add`, `start`, `claim`, `release`, `signal` and `unblock`: one change of one item each. */
import { writeFileSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { plainPath } from '../project/config/plain-path.ts';
import { expandList } from '../project/config/tasks-of-list.ts';
import { newRunId } from '../run/open-run.ts';
import { isExitProtocolEnabled, readExitSignal } from '../signals/systems/apm2/parse-exit-signal.ts';
import {
  decideAdd,
  decideClaim,
  decideExit,
  decideRelease,
  decideStart,
  decideUnblock,
  newSessionSecret,
  SECRET_VARIABLE,
} from '../queue/items/decide-item.ts';
import {
  describeItem,
  pushBase,
  type ItemStatus,
  type ItemAnswer,
  type ItemChange,
  refuse,
} from '../queue/items/item-store.ts';
import { nameItem, readSpec, findResult, moveResult } from '../queue/items/read-spec.ts';
import { readText } from '../base/files/open-plain.ts';
import { text, type Values, UsageError } from './command.ts';
import { operatorName, readReason } from './watch/options-of-run.ts';
import { type CommandIo, EXIT } from './terminal/io.ts';
import {
  type ItemContext,
  openForChange,
  readItem,
  readLease,
  tell,
  tellRefused,
  renderItems,
} from './item-context.ts';

/** An operator's change takes moments. */
const MOMENT_MS = 60_000;

export const addItem = async (values: Values, [operand]: readonly string[], io: CommandIo): Promise<number> => {
  const isAll = operand === undefined && values['spec'] === undefined && values['title'] === undefined;
  const item = isAll ? null : readItem(operand);
  const context = await openForChange(values, io);
  if (item === null) return addSpecs(context);
  return tell(
    await addOne(context, item, readSpecPath(context)),
    context,
    values['draft'] === true
      ? `Added ${item}, in DRAFT. dualgate work start ${item} ends DRAFT.`
      : `Added ${item}, in IMPLEMENTATION. A session claims it with dualgate work claim ${item}; dualgate work run works on it.`,
  );
};

const addOne = async (
  { values, store, config }: ItemContext,
  item: string,
  spec: string | null,
): Promise<ItemAnswer> => {
  const read = await readSpec({ item, config, spec, isRemote: store.isRemote });
  if (!read.ok) return read;
  const { spec_hash, base } = read;
  const known = values['spec'] === undefined && spec !== null ? await store.read(item) : null;
  // The same spec of the config again changes nothing.
  if (known?.state.specHash === spec_hash) return { ok: true, reading: known };
  const isDraft = values['draft'] === true;
  const title = text(values, 'title') ?? null;
  return store.change({
    item,
    decide: decideAdd({ item, title, spec, spec_hash, base, by: operatorName(), isDraft }),
    ttlMs: MOMENT_MS,
    moves: base === null || !store.isRemote ? [] : [pushBase(item, base)],
  });
};

/** An item for each spec of the config. */
const addSpecs = async (context: ItemContext): Promise<number> => {
  const { config, values, io } = context;
  const specs = config.list === null ? [config.work.spec] : expandList(config).map(({ spec }) => spec);
  const items: ItemStatus[] = [];
  for (const spec of specs) {
    const answer = await addOne(context, nameItem(spec), spec);
    if (!answer.ok) return tellRefused(answer, context);
    items.push(describeItem(answer.reading));
  }
  io.print(values['json'] === true ? JSON.stringify({ ok: true, items }) : renderItems(items));
  return EXIT.ok;
};

/** Relative to the workspace. @throws {UsageError} for a path outside */
const readSpecPath = ({ values, io, config }: ItemContext): string | null => {
  const given = text(values, 'spec');
  if (given === undefined) return null;
  const path = relative(config.folder, resolve(io.cwd, given));
  if (path === '' || path.startsWith('..') || isAbsolute(path))
    throw new UsageError(`Option '--spec' must be a file in ${config.folder} (got ${given})`);
  return plainPath(path);
};

export const startItem = async (values: Values, [operand]: readonly string[], io: CommandIo): Promise<number> => {
  const item = readItem(operand);
  const change = { item, decide: decideStart(item, operatorName()) };
  return changeOne(await openForChange(values, io), change, () => `${item} is in IMPLEMENTATION.`);
};

export const unblockItem = async (values: Values, [operand]: readonly string[], io: CommandIo): Promise<number> => {
  const item = readItem(operand);
  const change = { item, decide: decideUnblock(item, operatorName(), readReason(values)) };
  return changeOne(await openForChange(values, io), change, (phase) => `${item} is in ${phase} again, and free.`);
};

/** @param says - of the phase that it is in then */
const changeOne = async (
  context: ItemContext,
  change: Omit<ItemChange, 'ttlMs'>,
  says: (phase: string) => string,
): Promise<number> => {
  const answer = await context.store.change({ ...change, ttlMs: MOMENT_MS });
  return tell(answer, context, says(answer.ok ? answer.reading.state.phase : ''));
};

export const claimItem = async (values: Values, [operand]: readonly string[], io: CommandIo): Promise<number> => {
  const item = readItem(operand);
  const context = await openForChange(values, io);
  const session = text(values, 'session') ?? `${operatorName()}-${newRunId(new Date())}`;
  const given = readSecret(values, io, context);
  const secret = given.secret ?? newSessionSecret();
  // Before the claim: a session without its secret could change nothing.
  if (given.secret === undefined && given.file !== undefined) keepSecret(given.file, secret);
  const answer = await context.store.change({
    item,
    session,
    decide: decideClaim(item, session, secret),
    ttlMs: readLease(context),
  });
  const isShown = given.secret === undefined && given.file === undefined;
  return tell(
    answer,
    context,
    `${isShown ? `Keep its secret, which is shown only here: export ${SECRET_VARIABLE}=${secret}\n` : ''}${session} holds ${item} until ${answer.ok ? (answer.reading.lease?.until ?? '') : ''}. It ends with dualgate work signal ${item} --session ${session}, or with dualgate work release.`,
    isShown ? { secret } : {},
  );
};

export const releaseItem = async (values: Values, [operand]: readonly string[], io: CommandIo): Promise<number> => {
  const item = readItem(operand);
  const session = readSession(values);
  const context = await openForChange(values, io);
  const decide = decideRelease(item, session, readSecret(values, io, context).secret);
  return changeOne(context, { item, session, decide }, () => `${item} is free. Its phase has not changed.`);
};

/** The exit signal is the last operand, or stdin. */
export const signalItem = async (values: Values, operands: readonly string[], io: CommandIo): Promise<number> => {
  const [operand, given] = operands;
  const item = readItem(operand);
  const session = readSession(values);
  const context = await openForChange(values, io);
  const json = given === undefined || given === '-' ? await io.readStdin() : given;
  const read = readExitSignal(json);
  const enabled = isExitProtocolEnabled(io.env);
  if (enabled && 'problem' in read)
    return tellRefused(
      refuse(
        'invalid_signal',
        `Cannot complete a phase of ${item}: ${read.problem}. Send one exit signal of spec 003.`,
      ),
      context,
    );
  const { store, config } = context;
  const isDone =
    'signal' in read && read.signal.phase_completed === 'IMPLEMENTATION' && read.signal.exit_reason === 'completed';
  const found = isDone
    ? await findResult(config.folder, text(values, 'commit') ?? null)
    : { commit: null, branch: null };
  const { commit } = found;
  const isSent = store.isRemote && commit !== null;
  const branch = isSent ? `dualgate/${item}` : found.branch;
  const { refused = null } = isSent ? ((await store.read(item))?.state ?? {}) : {};
  // Switched off, nothing is accepted, and the signal is not looked at.
  const decide = decideExit(item, {
    session,
    secret: readSecret(values, io, context).secret,
    actor: text(values, 'actor') ?? operatorName(),
    signal: 'signal' in read ? read.signal : OFF,
    enabled,
    ciDecides: config.work_items.ci !== null,
    run: null,
    commit,
    branch,
  });
  const moves = isSent ? [moveResult(branch, commit, refused)] : [];
  const result = commit === null ? '' : ` Its result is ${commit}.`;
  return changeOne(
    context,
    { item, session, decide, moves },
    (phase) => `${item} is in ${phase}, and its lease is released.${result}`,
  );
};

const OFF = {
  protocol: 'apm2_agent_exit',
  version: '1.0.0',
  phase_completed: 'BLOCKED',
  exit_reason: 'error',
} as const;

interface GivenSecret {
  /** Of `--secret`; absolute. */
  readonly file?: string;
  /** Absent: none yet. */
  readonly secret?: string;
}

/** @throws {UsageError} for a file in the workspace, which the agent of any session can read */
const readSecret = (values: Values, io: CommandIo, { config }: Pick<ItemContext, 'config'>): GivenSecret => {
  const given = text(values, 'secret');
  const ofSession = io.env[SECRET_VARIABLE];
  if (given === undefined) return ofSession === undefined || ofSession === '' ? {} : { secret: ofSession };
  const file = resolve(io.cwd, given);
  if (!relative(config.folder, file).startsWith('..'))
    throw new UsageError(`Option '--secret' must be a file outside of ${config.folder} (got ${given})`);
  const secret = readText(file)?.trim();
  return { file, ...(secret === undefined || secret === '' ? {} : { secret }) };
};

/** For the user alone. */
const keepSecret = (file: string, secret: string): void =>
  writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });

const readSession = (values: Values): string => {
  const session = text(values, 'session');
  if (session === undefined) throw new UsageError('Missing --session NAME. dualgate work claim prints it');
  return session;
};
