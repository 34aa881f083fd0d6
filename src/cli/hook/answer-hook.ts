/** One call of a hook asks the session's run and prints its answer. If it fails, it lets the agent stop and says so. */
import { closeSync, fstatSync, readSync } from 'node:fs';
import type { Transcript, Env, Host, HookEvent, HookOutput } from '../../agents/hosts/host.ts';
import { openPlain } from '../../base/files/open-plain.ts';
import { ChannelError, askLine } from '../../base/line-server.ts';
import { ownChannelPlaces } from '../../base/channel-folder.ts';
import { TIMEOUT_S } from '../../agents/hosts/claude-shape.ts';
import { isWithin } from '../../base/files/folders.ts';
import { readCurrentRun } from '../../records/run-folders.ts';
import { listSessionNotes, type SessionNote } from '../../loop/session/session-binding.ts';
import { readSessionAnswer, type SessionAnswer, type SessionQuestion } from '../../agents/hosts/session-protocol.ts';
import { parseJson } from '../../base/text/parse-json.ts';
import { describeCause } from '../../base/text/describe-cause.ts';

/** Bytes: a transcript may be long, and only its end is of the turn. */
const MAX_END = 4_194_304;
/** Milliseconds. */
const TRANSCRIPT_PATIENCE_MS = 5_000;
const PAUSE_MS = 50;

/** @returns '' when the transcript does not get the message in time, so that nothing is claimed */
const readTranscript = async ({ path, find }: Transcript): Promise<string> => {
  const end = performance.now() + TRANSCRIPT_PATIENCE_MS;
  for (;;) {
    const message = find(readEnd(path).split('\n'));
    if (message !== null || performance.now() > end) return message ?? '';
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
};

const readEnd = (path: string): string => {
  try {
    const file = openPlain(path);
    try {
      const { size } = fstatSync(file);
      const bytes = Buffer.alloc(Math.min(size, MAX_END));
      const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString('utf8', 0, read);
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
};

/** Before the host's own limit. */
const MARGIN_S = 10;
/** Longest message that is sent, in characters: its end has the status block. */
const MAX_MESSAGE = 1_000_000;

export const answerHook = async (host: Host, input: string, env: Env): Promise<HookOutput> => {
  // The agent of a run: the run itself reads its output.
  if (env['DUALGATE_RUN'] !== undefined) return {};
  const found = parseJson(input);
  const event = typeof found === 'object' && found !== null ? host.read({ ...found }, env) : null;
  if (event === null) return {};
  const note = findNote(event.cwd, env);
  if (note === null) return {};
  const { run } = note;
  const warn = (says: string): HookOutput => host.write({ answer: 'pass', says }, event);
  try {
    const answer = await ask(run, event, host, env);
    if (answer !== null) return host.write(answer, event);
    // A person stopped it, or it needs one.
    if (note.stopped !== null) return event.what.event === 'write' ? {} : warn(describeStopped(note.stopped));
    const { recoverRun } = await import('./recover-run.ts');
    const problem = await recoverRun(note, env);
    if (problem !== null) return warn(describeBreak(problem));
    const late = await ask(run, event, host, env);
    return late === null ? warn(describeBreak(`${run} does not answer`)) : host.write(late, event);
  } catch (error) {
    if (error instanceof ChannelError && error.kind === 'late' && event.what.event === 'stop')
      return host.write({ answer: 'block', prompt: STILL_MEASURING, says: 'dualgate: it is still measuring.' }, event);
    return warn(describeBreak(describeCause(error)));
  }
};

const STILL_MEASURING =
  'dualgate is still measuring. Change nothing, run nothing, and end your turn again with the single word: waiting.';

const describeStopped = (why: string): string =>
  `${why} Until then this session is not held. dualgate session start continues the work.`;

const describeBreak = (problem: string): string =>
  `dualgate did not check this turn, and the agent is not held: ${problem}. Start again: dualgate session start. For certainty: dualgate session verify.`;

/** The innermost note in this folder or around it. The agent's workspace only says that a later run took its place. */
const findNote = (cwd: string, env: Env): SessionNote | null =>
  listSessionNotes(env)
    .filter(({ folder, run }) => isWithin(folder, cwd) && (readCurrentRun(folder) ?? run) === run)
    .toSorted((one, other) => other.folder.length - one.folder.length)[0] ?? null;

/** `null` when no run listens. @throws {ChannelError} when it does not answer in time */
const ask = async (run: string, event: HookEvent, host: Host, env: Env): Promise<SessionAnswer | null> => {
  const { what } = event;
  const question = await questionOf(event, host);
  const timeoutMs = ((what.event === 'stop' ? TIMEOUT_S.stop : TIMEOUT_S.other) - MARGIN_S) * 1_000;
  for (const { sessionSocket } of ownChannelPlaces(run, env)) {
    try {
      const line = await askLine({ path: sessionSocket, line: JSON.stringify(question), timeoutMs });
      return readSessionAnswer(line);
    } catch (error) {
      if (!(error instanceof ChannelError) || error.kind !== 'absent') throw error;
    }
  }
  return null;
};

const questionOf = async ({ session, what, isAlone }: HookEvent, { mostBlocks }: Host): Promise<SessionQuestion> => {
  const caller = { session, pid: process.ppid };
  switch (what.event) {
    case 'stop': {
      const { message, ...stop } = what;
      const said = typeof message === 'object' && message !== null ? await readTranscript(message) : message;
      return { ...caller, ...stop, message: said?.slice(-MAX_MESSAGE) ?? null, most_blocks: mostBlocks };
    }
    case 'said':
      return { ...caller, ...what, message: what.message.slice(-MAX_MESSAGE) };
    case 'prompt':
      return {
        ...caller,
        event: 'prompt',
        text: what.text.slice(0, MAX_MESSAGE),
        deliver: what.isRead,
        attended: isAlone !== true,
      };
    case 'write':
      return { ...caller, ...what };
    case 'begin':
    case 'task':
      return { ...caller, event: what.event };
  }
};
