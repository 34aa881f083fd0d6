/** `dualgate session`: a run whose turns are those of an agent session that a person has open. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compileGates } from '../../../gates/compile-gates.ts';
import { configOfSession } from '../../project/config/choose-agent.ts';
import { isSession, type Config } from '../../project/config/config.ts';
import { readCurrentRun, runFolders } from '../../records/run-folders.ts';
import { RunError, FaultError } from '../../records/run-error.ts';
import { verifyCommits } from '../../loop/commits/verify-commits.ts';
import { anchorFolder, readAnchor } from '../../ledger/anchor.ts';
import { verifyLedger } from '../../ledger/verify-ledger.ts';
import { configOfRun } from '../../records/hash-config.ts';
import { findSpecProblem } from '../../run/find-spec-problem.ts';
import { findHookProblems } from '../../agents/hosts/installed-hooks.ts';
import { readSessionNote, removeSessionNote, type SessionNote } from '../../loop/session/session-binding.ts';
import { NO_HOOK, sayEnding } from '../../loop/session/sentences.ts';
import { findUnfinished } from '../../view/find-unfinished.ts';
import { type RunReading, readRun } from '../../view/read-run.ts';
import { listWarnings } from '../hook/short-waits.ts';
import { detach } from '../detach.ts';
import { findHolder, untilShown, stopRun, untilStopped } from '../show-session.ts';
import { type Command, type Values, UsageError } from '../command.ts';
import { giveOperatorCommand, runFor } from '../give-operator-command.ts';
import { operatorName, readReason } from '../watch/options-of-run.ts';
import { openOwnConfig } from '../open-config.ts';
import { withSpec } from '../read-spec.ts';
import { plain } from '../render/paint.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';

export const sessionCommand: Command = {
  run: async (values, [action, spec], io) => {
    if (values['reason'] !== undefined && action !== 'end')
      throw new UsageError("Option '--reason' goes with dualgate session end");
    if (spec !== undefined && action !== 'start')
      throw new UsageError(`Unexpected argument '${spec}'. A spec goes with dualgate session start`);
    const act = action === undefined ? undefined : ACTIONS.get(action);
    if (act !== undefined) return act(values, io, spec);
    const names = [...ACTIONS.keys()].join(', ');
    throw new UsageError(action === undefined ? `Missing ACTION: ${names}` : `Unknown action '${action}': ${names}`);
  },
};

/** @throws {RunError} for a config that no session can work on */
const openSessionConfig = (values: Values, io: CommandIo): Config => {
  const config = openOwnConfig(values, io);
  if (config.list !== null)
    throw new RunError('Cannot start a session: the config has a task list (work.specs). Name one spec: work.spec.');
  if (config.workspace === 'worktree')
    throw new RunError(
      'Cannot start a session with workspace: worktree: the session works in this folder. Set workspace: here.',
    );
  return configOfSession(config);
};

/** A baseline runs the whole suite. */
const BASELINE_MS = 3_600_000;

const start: Action = async (values, io, spec) => {
  const own = openSessionConfig(values, io);
  const config = withSpec(own, spec, io);
  const holder = await findHolder(config);
  const note = holder === null ? null : readSessionNote(holder.run, io.env);
  if (holder !== null && note === null)
    throw new RunError(
      `Cannot start a session: ${holder.run} is active in this folder (process ${holder.pid}). End it first: dualgate stop.`,
    );
  if (spec !== undefined) await checkSpec(own, config, note);
  if (holder === null) {
    const operands = spec === undefined ? [] : [join(config.folder, config.work.spec)];
    const options = { config: values['config'] };
    const code = await detach({ command: 'session-loop', operands, config }, options, { ...io, print: () => {} });
    if (code !== EXIT.ok) return code;
  }
  // An agent that starts the session reads this output; a person does not give it to the agent.
  const isAgent = !io.isAnswerable && values['json'] !== true;
  const found = await untilShown(config, { deliver: isAgent, timeoutMs: BASELINE_MS }, io);
  if (found?.answer.answer !== 'pass')
    throw new FaultError('Cannot reach the session: its run does not answer. dualgate status shows what it does.');
  const {
    run,
    answer: { context: prompt, says },
  } = found;
  // Its suite is red, or a program is missing: it ended before its first record.
  if (prompt === undefined && !existsSync(runFolders(config.folder, run).ledger))
    throw new RunError(says ?? `${run} did not start.`);
  const warnings = await listWarnings((await readRun(config, run)).status, config.folder, io.env);
  const shown = { run, prompt: prompt ?? null, says: says ?? null, warnings };
  if (values['json'] === true) io.print(JSON.stringify(shown));
  else if (prompt === undefined) io.print(plain(says ?? `${run} has no turn now.`));
  else if (isAgent) io.print([...warnings.map(plain), prompt].join('\n'));
  else
    for (const line of [
      `${run} is active: its turns are those of your agent session in ${config.folder}.`,
      'Open your agent there, or go to its open session, and write: continue. It needs its hooks: dualgate hook install',
      ...warnings.map(plain),
      'dualgate session status shows where it is, and dualgate session end ends it.',
    ])
      io.print(line);
  return EXIT.ok;
};

/** An open session keeps its spec. @throws {RunError} for another one, and for one that no run can begin with */
const checkSpec = async (own: Config, config: Config, active: SessionNote | null): Promise<void> => {
  const { spec } = config.work;
  const begun = active === null ? await findUnfinished(own) : { run: active.run, spec: active.spec ?? own.work.spec };
  if (begun !== null && begun.spec !== spec)
    throw new RunError(
      `Cannot start a session on ${spec}: ${begun.run} has not completed, and works on ${begun.spec}. Continue it with dualgate session start, or end it first: dualgate session end -m "why".`,
    );
  const problem = begun === null ? await findSpecProblem(config, compileGates(config)) : null;
  if (problem !== null) throw new RunError(`Cannot start a session: ${problem}`);
};

const showSession = async (values: Values, io: CommandIo): Promise<number> => {
  const config = openOwnConfig(values, io);
  const run = readCurrentRun(config.folder);
  const holder = await findHolder(config);
  const note = run === null ? null : readSessionNote(run, io.env);
  const isActive = holder !== null && holder.run === run && note !== null;
  const found = run === null ? null : await readRun(config, run);
  const status = found?.status;
  if (values['json'] === true)
    io.print(JSON.stringify({ run, active: isActive, session: note?.session ?? null, phase: status?.phase ?? null }));
  else if (note === null) io.print(found === null ? NO_SESSION : sayOver(found));
  else
    for (const line of [
      isActive
        ? `${run} is active, in ${status?.phase ?? 'no phase'}.`
        : (note.stopped ??
          `${run} was killed. Its hooks resume it at the next stop of the agent, or now: dualgate session start`),
      note.session === null
        ? 'No agent session has come to it. Write "continue" in yours.'
        : `It is bound to the session ${plain(note.session)}.`,
      ...(await findHookProblems(config.folder, io.env)),
      'Why it is held: dualgate explain',
    ])
      io.print(line);
  return isActive ? EXIT.ok : EXIT.no;
};

const NO_SESSION = 'There is no session here. Start one with dualgate session start.';

/** Only a run that is not over has a note. */
const sayOver = ({ run, state, status, records: [first] }: RunReading): string => {
  const agent: unknown = first?.type === 'run.started' ? Object(first.data.config)['agent'] : null;
  const how = agent == null || !isSession(Object(agent)) ? null : sayEnding(state);
  return how === null ? NO_SESSION : plain(`${run}, on ${status.spec}, ${how}`);
};

/** An open turn of a session lasts until its agent stops: it is cut off. */
const end = async (values: Values, io: CommandIo): Promise<number> => {
  const reason = readReason(values);
  const config = openSessionConfig(values, io);
  const stopping = { now: true } as const;
  const holder = stopRun(await findHolder(config), stopping);
  if (holder !== null) await untilStopped(holder, stopping);
  const command = { command: 'abort', by: operatorName(), reason } as const;
  const run = runFor(config, undefined);
  const code = await giveOperatorCommand({ config, run, command }, values, io);
  if (code === EXIT.ok) removeSessionNote(run, io.env);
  return code;
};

/** For CI and the shell: a hook that broke has let the agent stop. */
const verify = async (values: Values, io: CommandIo): Promise<number> => {
  const { folder, ...config } = openOwnConfig(values, io);
  const run = readCurrentRun(folder);
  const why = run === null ? 'there is no run' : await findDoubt({ ...config, folder }, run, io);
  // An agent may begin a session, and could name a spec of its own.
  const spec = why === null ? (await configOfRun({ ...config, folder })).work.spec : null;
  if (values['json'] === true) io.print(JSON.stringify({ run, ok: why === null, spec, why }));
  else
    io.print(
      why === null
        ? plain(
            `${run} completed ${spec}: each of its phases was exited by both gates. For the commits in clean checkouts: dualgate prove`,
          )
        : plain(`Not completed: ${why}.`),
    );
  return why === null ? EXIT.ok : EXIT.no;
};

/** `null`: it completed, without a forced exit, and ledger and commits are unchanged. */
const findDoubt = async (config: Config, run: string, { env }: Pick<CommandIo, 'env'>): Promise<string | null> => {
  const { ledger } = runFolders(config.folder, run);
  const verified = await verifyLedger(ledger, readAnchor(anchorFolder(env), run));
  if (!verified.ok) return `the ledger of ${run} is broken (dualgate verify)`;
  const commits = await verifyCommits(config.folder, ledger);
  if (commits !== null && commits.problems.length > 0)
    return `the commits of ${run} do not agree with its ledger (dualgate verify)`;
  const { ending, forced } = (await readRun(config, run)).state;
  if (ending?.status !== 'completed')
    return `${run} is ${ending === null ? 'not over' : ending.status}${readSessionNote(run, env)?.session === null ? NO_HOOK : ''}`;
  return forced.length === 0 ? null : `an operator ended ${forced.map(({ phase }) => phase).join(', ')} by force`;
};

type Action = (values: Values, io: CommandIo, spec?: string) => Promise<number>;

const ACTIONS: ReadonlyMap<string, Action> = new Map([
  ['start', start],
  ['status', showSession],
  ['end', end],
  ['verify', verify],
]);
