import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeTurn, type TurnOptions } from '../../src/agents/take-turn.ts';
import type { TurnOutcome } from '../../gates/iteration.ts';
import { type PresetName, PRESETS } from '../../src/agents/programs/presets.ts';
import { A_PRESET, printing, printingAtOnce } from './a-preset.ts';
import { EXPECTED, FIRST_MEASURED } from './programs/expected.ts';
import { endOf, recordingOf, recordingPath } from '../recorded/recordings.ts';
import { type CaseName, CASE_NAMES } from './real/cases.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(3, test);

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dualgate-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ms = expect.any(Number);
const fileOf = (name: string) => readFile(join(folder, name), 'utf8');

/** A turn of an agent whose stdout is a stream of events. */
const turnOf = (script: string, options: Partial<TurnOptions> = {}) =>
  takeTurn({
    command: [process.execPath, '-e', script],
    preset: A_PRESET,
    workspace: folder,
    prompt: 'the prompt',
    timeoutMs: 20_000,
    env: { DUALGATE_RUN: randomUUID() },
    transcript: { stdout: join(folder, 'stdout'), stderr: join(folder, 'stderr'), said: join(folder, 'said') },
    ...options,
  });

/** The same of one that is a shell script. */
const shellTurnOf = (script: string, options: Partial<TurnOptions>) =>
  turnOf('', { command: ['sh', '-c', script], ...options });

describe('a turn of an agent that prints events', () => {
  slow('keeps the stream as it came, its last message in a file of its own, and what it used', async () => {
    const usage = { input_tokens: 12, output_tokens: 3, cost_usd: 0.01 };
    const events = [{ session: 's-1' }, { say: 'working' }, { usage }, { say: 'All is done.\n---\n' }];
    const received: string[] = [];
    const onMessage = (said: Buffer | string) => void received.push(said.toString());
    const ended = { outcome: 'ok', exit_code: 0, ms, usage, session: 's-1' };
    expect(await turnOf(printing(...events), { onMessage })).toEqual(ended);
    expect(received).toEqual(['All is done.\n---\n']);
    expect(await fileOf('stdout')).toBe(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    expect(await fileOf('said')).toBe('All is done.\n---\n');
  });

  slow('reads a last line without a newline, and characters that chunks cut in two', async () => {
    const [one, other] = ['{"say":"gr\u00fc\u00df', ' dich"}'];
    const bytes = JSON.stringify([...Buffer.from(`${one}${other}`)]);
    const script = `const all = Buffer.from(${bytes}); let at = 0;
      const it = setInterval(() => { if (at === all.length) clearInterval(it); else process.stdout.write(all.subarray(at, ++at)) }, 1)`;
    expect(await turnOf(script)).toEqual({ outcome: 'ok', exit_code: 0, ms });
    expect(await fileOf('said')).toBe('gr\u00fc\u00df dich');
  });

  slow('says nothing in the words of an agent that only printed events', async () => {
    expect(await turnOf(printing({ noise: 'EXIT_SIGNAL: true' }))).toEqual({
      outcome: 'empty',
      exit_code: 0,
      ms,
      printed: true,
    });
    expect(await fileOf('said')).toBe('');
    expect(await turnOf('')).toEqual({ outcome: 'empty', exit_code: 0, ms });
  });

  slow('is a crash when the process did not end well, whatever its events claim', async () => {
    const script = `${printing({ say: 'done' })}; process.exitCode = 3`;
    expect(await turnOf(script)).toEqual({ outcome: 'crashed', exit_code: 3, ms });
  });

  const replayed = (name: PresetName, version: string, each: string, then: string) =>
    turnOf('', {
      preset: PRESETS[name],
      command: ['sh', '-c', `cat "$0"; ${then}`, recordingPath(name, version, each)],
      stayMs: 200,
      graceMs: 500,
    });

  slow('ends after its result, where a command in the background keeps the program', async () => {
    const turn = await replayed('claude', '2.1.332', 'background', 'sleep 300 & wait');
    expect(turn).toMatchObject({ outcome: 'ok', exit_code: 0, usage: { input_tokens: 200, output_tokens: 40 } });
    expect(await fileOf('said')).toBe('FIRST WORDS');
    expect(await fileOf('stderr')).toBe('dualgate: it stayed after its work, and was ended\n');
  });

  slow('does not end at a result after which it works again', async () => {
    const [one, two] = [
      { say: 'one', over: true },
      { say: 'two', over: true },
    ].map((each) => JSON.stringify(each));
    const script = `printf '%s\\n' '${one}' '{"say":"at work"}'; sleep 0.6; printf '%s\\n' '${two}'; exit 3`;
    expect(await shellTurnOf(script, { stayMs: 300 })).toEqual({ outcome: 'crashed', exit_code: 3, ms });
    expect(await fileOf('said')).toBe('two');
  });

  slow('ended well where its exit code is only that of an error which it overcame', async () => {
    const turn = await replayed('opencode', '1.18.33', 'overcome', 'exit 1');
    expect(turn).toMatchObject({ outcome: 'ok', exit_code: 1, error: { message: expect.stringMatching(/overcame/) } });
    for (const then of ['exit 2', 'kill -9 $$'])
      expect((await replayed('opencode', '1.18.33', 'overcome', then)).outcome).toBe('crashed');
    expect((await replayed('opencode', '1.18.33', 'honest', 'exit 1')).outcome).toBe('crashed');
  });

  slow('that was to continue a session which is gone says so, whatever its exit code', async () => {
    const line = 'Error: Session not found';
    const why = `it does not know the session that it was to continue, and the next turn starts a fresh one: ${line}`;
    for (const code of [0, 1]) {
      const turn = await replayed('opencode', '1.18.33', 'lost', `echo '${line}' >&2; exit ${code}`);
      expect(turn).toEqual({
        outcome: 'crashed',
        exit_code: code,
        ms,
        error: { kind: 'other', message: why, resets_at: null },
      });
    }
    // Work was done: the words are of something else.
    const turn = await replayed('opencode', '1.18.33', 'honest', `echo '${line}' >&2`);
    expect(turn.outcome).toBe('ok');
  });

  slow('does not follow a link that the agent put in the place of its words', async () => {
    await writeFile(join(folder, 'precious'), 'kept');
    await symlink(join(folder, 'precious'), join(folder, 'said'));
    await turnOf(printing({ say: 'gone' }));
    expect([await fileOf('precious'), await fileOf('said')]).toEqual(['kept', 'gone']);
  });

  slow('knows an error, a limit and a permission by what the preset says, with stderr at hand', async () => {
    const limit = { kind: 'rate_limited', message: '429', resets_at: '2026-01-02T03:04:05Z' };
    expect(await turnOf(`${printing({ error: limit })}; process.exitCode = 1`)).toEqual({
      outcome: 'rate_limited',
      exit_code: 1,
      ms,
      error: limit,
    });
    const noise = 'x'.repeat(100_000);
    expect(await turnOf(`console.error('${noise} folder not trusted'); process.exitCode = 55`)).toEqual({
      outcome: 'permission_denied',
      exit_code: 55,
      ms,
    });
  });

  slow('bounds the reported values, and takes no option for a session', async () => {
    const error = { kind: 'provider', message: `a\u001b[2J\n${'b'.repeat(1_000)}`, resets_at: 'tomorrow' };
    const denied = Array.from({ length: 25 }, (_, n) => ({ denied: `Bash(${n} ${'c'.repeat(300)})` }));
    const turn = await turnOf(printing({ say: 'x', error, session: '--dangerously-skip-permissions' }, ...denied));
    expect(turn.error).toEqual({ kind: 'provider', message: `a ${'b'.repeat(397)}…`, resets_at: null });
    expect(turn.denials?.length).toBe(21);
    expect(turn.denials?.at(-1)).toBe('and 5 more');
    expect(Math.max(...(turn.denials ?? []).map(({ length }) => length))).toBe(200);
    expect(turn.session).toBe(undefined);
  });

  slow('waits for its provider for longer than it may be idle', async () => {
    const script = `${printingAtOnce({ retry: 1 })}; sleep 1.5; ${printingAtOnce({ say: 'done' })}`;
    expect(await shellTurnOf(script, { idleTimeoutMs: 700 })).toEqual({ outcome: 'ok', exit_code: 0, ms });
  });

  slow('waits for its provider within the time of the turn only', async () => {
    const script = `${printingAtOnce({ retry: 1 })}; exec sleep 60`;
    const turn = await shellTurnOf(script, { idleTimeoutMs: 700, timeoutMs: 2_000 });
    expect(turn).toEqual({ outcome: 'timed_out', which: 'wall', exit_code: null, ms });
  });

  slow('hangs when nothing comes after the wait, and keeps what it said and used before', async () => {
    const usage = { input_tokens: 1, output_tokens: 1, cost_usd: null };
    const script = `${printingAtOnce({ retry: 1 }, { usage, say: 'half' })}; exec sleep 60`;
    expect(await shellTurnOf(script, { idleTimeoutMs: 700 })).toEqual({
      outcome: 'timed_out',
      which: 'idle',
      exit_code: null,
      ms,
      usage,
    });
    expect(await fileOf('said')).toBe('half');
  });

  slow('reads what it says on the interrupt that ends it', async () => {
    const usage = { input_tokens: 5, output_tokens: 6, cost_usd: null };
    const script = `bye() { ${printingAtOnce({ usage })}; exit 1; }; trap bye INT; ${printingAtOnce({ noise: 1 })}; while :; do sleep 0.05; done`;
    expect(await shellTurnOf(script, { idleTimeoutMs: 700 })).toMatchObject({
      outcome: 'timed_out',
      which: 'idle',
      usage,
    });
  });
});

describe.skipIf(process.platform === 'win32')(
  'a turn of a program that prints what a real one printed (needs sh)',
  () => {
    /** Prints the captured stream, and ends as the real program did. */
    const replay = async (preset: (typeof PRESETS)['pi'], name: CaseName) => {
      const capture = recordingPath(preset.name, FIRST_MEASURED[preset.name], name);
      const { exit_code } = EXPECTED[preset.name][name];
      const stderr = endOf(preset.name, FIRST_MEASURED[preset.name], name)?.stderr ?? '';
      const at = (stream: string) => join(folder, `${preset.name}.${name}.${stream}`);
      const turn = await turnOf('', {
        preset,
        command: ['sh', '-c', 'cat "$0"; printf %s "$2" >&2; exit "$1"', capture, `${exit_code}`, stderr],
        transcript: { stdout: at('stdout'), stderr: at('stderr'), said: at('said') },
      });
      return { turn, said: await readFile(at('said'), 'utf8') };
    };
    const isPrinted = (preset: (typeof PRESETS)['pi'], name: CaseName): boolean =>
      recordingOf(preset.name, FIRST_MEASURED[preset.name], name).length > 0;
    const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
    const round = (cost: number | null): number | null => (cost === null ? null : Number(cost.toFixed(6)));

    test.each(Object.values(PRESETS))('is what it was: $title', { timeout: 180_000 }, async (preset) => {
      const replayed = await Promise.all(CASE_NAMES.map(async (name) => [name, await replay(preset, name)] as const));
      for (const [name, { turn, said }] of replayed) {
        const { extracted, classified, exit_code } = EXPECTED[preset.name][name];
        const { usage, denials, session } = extracted;
        expect({ name, said, ...turn }).toEqual({
          name,
          said: extracted.said ?? '',
          outcome: classified.outcome satisfies TurnOutcome,
          ...(classified.outcome === 'empty' && isPrinted(preset, name) ? { printed: true } : {}),
          exit_code,
          ms,
          ...(usage === null ? {} : { usage: { ...usage, cost_usd: round(usage.cost_usd) } }),
          ...(denials.length === 0 ? {} : { denials: denials.map(oneLine) }),
          ...(session === null ? {} : { session }),
          ...(classified.error === null
            ? {}
            : { error: { ...classified.error, message: oneLine(classified.error.message) } }),
        });
      }
    });
  },
);
