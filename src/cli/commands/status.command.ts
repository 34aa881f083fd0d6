/**
 * `dualgate status`: where the run stands. What is loaded here is what it takes to start: the rest is loaded when it is needed.
 *
 * @module
 */
import { type Glance, glanceAtRun, readLock, runFolders } from '../../index.ts';
import { CONFIG_OPTION, type Command, optional, text, type Values } from '../command.ts';
import { type CommandIo, EXIT } from '../io.ts';
import { renderStatus } from '../render/status.ts';
import { parseRunId } from '../run-id.ts';
import { UsageError } from '../usage-error.ts';

export const statusCommand: Command = {
  operands: '[RUN]',
  maxOperands: 1,
  options: {
    ...CONFIG_OPTION,
    verify: { type: 'boolean', help: 'verify the whole ledger first, and fold it anew' },
    watch: {
      type: 'boolean',
      help: 'follow what goes on in another terminal, to its end; Ctrl+C ends only the watching',
    },
    json: { type: 'boolean', help: 'print one JSON object; with --watch events as NDJSON (docs/reference/events.md)' },
  },
  notes: [
    'What the loop noted outside the workspace is told, where the end of the ledger bears it out; else all is read.',
    '--watch shows a run as dualgate run does, and of a list of work one run after another (docs/how-to/watch-a-run.md).',
  ],
  exits: { 0: 'said' },
  run: async (values, [operand], io) => {
    const named = parseRunId(operand);
    if (values['watch'] === true) {
      if (values['verify'] === true) throw new UsageError("Option '--verify' cannot be used with --watch");
      const code = await (await import('../watch-status.ts')).watchStatus(values, named, io);
      if (code !== null) return code;
    }
    const asked = { cwd: io.cwd, ...optional('config', text(values, 'config')), ...optional('run', named) };
    const glance = values['verify'] === true ? null : glanceAtRun(asked);
    const found = glance?.tail.length === 0 ? glanced(glance) : await readOn(glance, values, named, io);
    const { list } = found;
    if (list !== null && values['json'] !== true) io.print(list.rendered);
    // Nothing of it may have begun yet.
    if (found.status === null) {
      if (values['json'] === true) io.print(JSON.stringify({ v: 1, run: null, list: list?.status }));
      return EXIT.ok;
    }
    const { folder, status, checked } = found;
    const holder = readLock(runFolders(folder, status.run).lock);
    const going = holder?.live === true && holder.run === status.run ? { pid: holder.pid, since: holder.since } : null;
    const ofList = list === null ? {} : { list: list.status };
    const isKilled =
      going === null && (status.settled === null || (holder?.live === false && holder.run === status.run));
    const left_running = isKilled ? (await import('../left-running.ts')).findLeftRunning(status.run) : null;
    io.print(
      values['json'] === true
        ? JSON.stringify({ ...status, going, left_running, checked, ...ofList })
        : renderStatus(status, going, { checked, left: left_running ?? [] }),
    );
    if (values['watch'] === true)
      (values['json'] === true ? io.complain : io.print)('Nothing goes on here, so there is nothing to watch.');
    return EXIT.ok;
  },
};

/** There is no list where a glance leads anywhere. */
const glanced = ({ folder, status }: Glance) => ({ folder, status, checked: 'end', list: null }) as const;

/** By the records that came since the checkpoint, or by the whole ledger. */
const readOn = async (glance: Glance | null, values: Values, run: string | undefined, io: CommandIo) => {
  const { readSince, readWhole } = await import('../read-status.ts');
  return (glance === null ? null : readSince(glance, values, io)) ?? readWhole(values, run, io);
};
