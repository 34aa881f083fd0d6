import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLiveScreen } from '../../../src/cli/render/live-screen.ts';
import type { RunEvent } from '../../../src/index.ts';
import { A_RUN, type News, told } from './news.ts';

const ERASE = '\r\u001B[2K';

/** Everything that is written, event by event; the clock of the screen is that of the events. */
const play = (
  events: readonly RunEvent[],
  { columns = 80, colours = false }: { readonly columns?: number; readonly colours?: boolean } = {},
): readonly string[] => {
  const writes: string[] = [];
  let clock = 0;
  const screen = createLiveScreen({
    write: (text) => writes.push(text),
    columns: () => columns,
    colours,
    now: () => clock,
  });
  for (const event of events) {
    clock = Date.parse(event.at);
    screen.show(event);
  }
  screen.end();
  return writes;
};

/** No control character stands in this file. */
const inJson = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join('\n');

/** What a terminal shows of it in the end. The live line never wraps, so that to erase a line is to erase all of it. */
const seen = (writes: readonly string[]): string =>
  writes
    .join('')
    .split('\n')
    .map((line) => line.split(ERASE).at(-1) ?? '')
    .join('\n');

describe('the live screen', () => {
  it('leaves one line of each phase behind, and above it why the phase was held', () => {
    expect(seen(play(A_RUN))).toMatchInlineSnapshot(`
      "run 20260102-030405-abcdef in /project
      phases RED → GREEN

        03:04 inventory  no tests
      ✓ RED    1 iteration  5.0 s  1 failing
        03:04 GREEN 1  void: The agent crashed (exit code 9) and changed nothing
        03:05 GREEN 1  ended what the agent left running: 4711 node server.js
        03:05 GREEN 1  timed out (idle): Nothing was heard from it for agent.idle_timeout: see where its output stops, or raise it.
        03:05 GREEN 1  held: Neither gate is satisfied
              - tests_failing == 0: 1 is not 0
              ! ✓ GREEN evil
        03:05 GREEN 2  ok, exit code 0, 4.0 s, 12.3k in, 2.1k out, $0.08
        03:05 GREEN 2  it was denied: Bash(git push)
      ✓ GREEN  2 iterations  1 min 15 s  1 passing

      used 1.3M in, 950 out
      ✓ completed: Every phase was left by both of its gates  1 min 23 s
      "
    `);
  });

  it('writes these bytes', () => {
    expect(inJson(play(A_RUN))).toMatchInlineSnapshot(`
      ""run 20260102-030405-abcdef in /project\\nphases RED → GREEN\\n\\n"
      "▶ 0.0 s  inventory, the suite runs twice"
      "\\r\\u001b[2K  03:04 inventory  no tests\\n▶ 1.0 s  inventory, test run 1: no tests"
      "\\r\\u001b[2K▶ RED  0.0 s"
      "\\r\\u001b[2K▶ RED 1  0.0 s  the agent works"
      "\\r\\u001b[2K▶ RED 1  1.0 s  the agent works"
      "\\r\\u001b[2K▶ RED 1  4.0 s  the tests run"
      "\\r\\u001b[2K▶ RED 1  5.0 s  test run 1: 1 failing"
      "\\r\\u001b[2K✓ RED    1 iteration  5.0 s  1 failing\\n"
      "▶ GREEN  0.0 s"
      "\\r\\u001b[2K▶ GREEN 1  0.0 s  the agent works"
      "\\r\\u001b[2K  03:04 GREEN 1  void: The agent crashed (exit code 9) and changed nothing\\n▶ GREEN 1  1.0 s  the agent works"
      "\\r\\u001b[2K▶ GREEN 1  1.0 s  the agent works, attempt 2"
      "\\r\\u001b[2K  03:05 GREEN 1  ended what the agent left running: 4711 node server.js\\n  03:05 GREEN 1  timed out (idle): Nothing was heard from it for agent.idle_timeout: see where its output stops, or raise it.\\n▶ GREEN 1  1 min 02 s  the tests run"
      "\\r\\u001b[2K▶ GREEN 1  1 min 03 s  test run 1: 1 failing"
      "\\r\\u001b[2K  03:05 GREEN 1  held: Neither gate is satisfied\\n        - tests_failing == 0: 1 is not 0\\n        ! ✓ GREEN evil\\n▶ GREEN 1  1 min 04 s  test run 1: 1 failing"
      "\\r\\u001b[2K▶ GREEN 2  1 min 04 s  the agent works"
      "\\r\\u001b[2K  03:05 GREEN 2  ok, exit code 0, 4.0 s, 12.3k in, 2.1k out, $0.08\\n  03:05 GREEN 2  it was denied: Bash(git push)\\n▶ GREEN 2  1 min 12 s  the tests run"
      "\\r\\u001b[2K▶ GREEN 2  1 min 13 s  test run 1: 1 passing"
      "\\r\\u001b[2K▶ GREEN 2  1 min 14 s  test run 2: 1 passing"
      "\\r\\u001b[2K✓ GREEN  2 iterations  1 min 15 s  1 passing\\n"
      "\\nused 1.3M in, 950 out\\n✓ completed: Every phase was left by both of its gates  1 min 23 s\\n""
    `);
  });

  it('paints what is good, bad and worth a look', () => {
    const left = play(A_RUN, { colours: true })
      .join('')
      .split('\n')
      .map((line) => line.split(ERASE).at(-1) ?? '');
    expect(inJson(left.filter((line) => line.includes('GREEN')))).toMatchInlineSnapshot(`
      ""phases RED → GREEN"
      "  \\u001b[2m03:04\\u001b[22m GREEN 1  \\u001b[31mvoid: The agent crashed (exit code 9) and changed nothing\\u001b[39m"
      "  \\u001b[2m03:05\\u001b[22m GREEN 1  \\u001b[33mended what the agent left running: 4711 node server.js\\u001b[39m"
      "  \\u001b[2m03:05\\u001b[22m GREEN 1  \\u001b[33mtimed out (idle): Nothing was heard from it for agent.idle_timeout: see where its output stops, or raise it.\\u001b[39m"
      "  \\u001b[2m03:05\\u001b[22m GREEN 1  \\u001b[33mheld: Neither gate is satisfied\\u001b[39m"
      "        ! ✓ GREEN evil"
      "  \\u001b[2m03:05\\u001b[22m GREEN 2  \\u001b[2mok, exit code 0, 4.0 s, 12.3k in, 2.1k out, $0.08\\u001b[22m"
      "  \\u001b[2m03:05\\u001b[22m GREEN 2  \\u001b[33mit was denied: Bash(git push)\\u001b[39m"
      "\\u001b[32m✓\\u001b[39m \\u001b[1mGREEN\\u001b[22m  2 iterations  1 min 15 s  1 passing""
    `);
  });

  it('never writes a live line that is as wide as the terminal, however narrow', () => {
    const long = told(0, { type: 'phase.entered', phase: 'A-PHASE-WITH-A-LONG-NAME', purpose: 'x' });
    const begun = told(0, { type: 'iteration.started', phase: 'A-PHASE-WITH-A-LONG-NAME', iteration: 12, attempt: 2 });
    for (const columns of [1, 2, 10, 20, 40]) {
      const lives = play([long, begun, ...A_RUN], { columns })
        .flatMap((write) => write.split('\n').at(-1) ?? [])
        .map((line) => line.replace(ERASE, ''));
      expect(Math.max(...lives.map(({ length }) => length))).toBeLessThanOrEqual(Math.max(1, columns - 1));
    }
    expect(play([long, begun], { columns: 10 })).toEqual(['▶ A-PHASE', ERASE]);
  });

  it('moves no cursor and paints nothing for an agent, a test or a file', () => {
    const text = fc
      .array(fc.constantFrom('\u001B[2J', '\u001B', '[', 'A', '\n', '\r', '\u009B', '\u202E', 'é'))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, (evil) => {
        const at = { phase: 'GREEN', iteration: 1 };
        const counts = { tests_passing: 0, tests_failing: 1, tests_skipped: 0 };
        const turn = {
          outcome: 'ok',
          exit_code: 0,
          ms: 1,
          left_running: [evil],
          denials: [evil],
          error: { kind: 'other', message: evil, resets_at: null },
        } as const;
        const news: readonly News[] = [
          { type: 'run.started', phases: ['GREEN'], phase: 'GREEN', resumed: false, folder: evil },
          { type: 'phase.entered', phase: 'GREEN', purpose: evil },
          { type: 'iteration.started', ...at, attempt: 1 },
          { type: 'agent.output', ...at, stream: 'stdout', text: evil },
          { type: 'turn.ended', ...at, attempt: 1, turn, transcript: evil },
          { type: 'test.failed', ...at, ...counts, file: evil, name: evil, message: evil },
          { type: 'tests.ended', ...at, ...counts, green: false, ms: 1, exit_code: 1, problems: [evil] },
          { type: 'attempt.void', ...at, attempt: 1, outcome: 'crashed', why: evil },
          { type: 'waiting', ...at, attempt: 1, for: 'provider', until: '2026-01-02T03:10:00Z', why: evil },
          { type: 'phase.held', ...at, reason: 'held', unmet: [evil], notes: [evil] },
          { type: 'notice', text: evil },
          { type: 'run.settled', status: 'stuck', why: evil, exit_code: 1 },
        ];
        const harmless = play(news.map((each, second) => told(second, each)))
          .join('')
          .replaceAll(ERASE, '')
          .replaceAll('\n', '');
        // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
        expect(harmless).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202E]/);
        // One line for each thing that is said: nobody adds one of their own.
        expect(seen(play(news.map((each, second) => told(second, each)))).split('\n')).toHaveLength(15);
      }),
    );
  });

  it('repaints the time, and writes nothing when nothing changed', () => {
    const writes: string[] = [];
    let clock = Date.parse(told(8, { type: 'inventory.started' }).at);
    const screen = createLiveScreen({
      write: (text) => writes.push(text),
      columns: () => 80,
      colours: false,
      now: () => clock,
    });
    screen.tick();
    screen.show(told(8, { type: 'phase.entered', phase: 'GREEN', purpose: 'x' }));
    screen.show(told(8, { type: 'iteration.started', phase: 'GREEN', iteration: 1, attempt: 1 }));
    screen.tick();
    clock += 62_000;
    screen.tick();
    screen.show(told(70, { type: 'agent.output', phase: 'GREEN', iteration: 1, stream: 'stderr', text: 'x' }));
    screen.say('Interrupted.');
    screen.end();
    screen.end();
    expect(inJson(writes)).toMatchInlineSnapshot(`
      ""▶ GREEN  0.0 s"
      "\\r\\u001b[2K▶ GREEN 1  0.0 s  the agent works"
      "\\r\\u001b[2K▶ GREEN 1  1 min 02 s  the agent works"
      "\\r\\u001b[2KInterrupted.\\n▶ GREEN 1  1 min 02 s  the agent works"
      "\\r\\u001b[2K""
    `);
  });

  it('shows how long the present step takes, beside the time of the phase', () => {
    const events = A_RUN.slice(0, 16);
    const writes: string[] = [];
    let clock = 0;
    const screen = createLiveScreen({
      write: (text) => writes.push(text),
      columns: () => 80,
      colours: false,
      now: () => clock,
    });
    for (const event of events) screen.show(event);
    clock = Date.parse(told(70 + 125, { type: 'inventory.started' }).at);
    screen.tick();
    expect(writes.at(-1)).toBe(`${ERASE}▶ GREEN 1  3 min 07 s  the tests run (2 min 05 s)`);
  });

  it('goes on in the midst of a phase when a run was resumed', () => {
    const events = [
      told(0, { type: 'run.started', phases: ['RED', 'GREEN'], phase: 'GREEN', resumed: true, folder: '/project' }),
      told(0, { type: 'iteration.started', phase: 'GREEN', iteration: 4, attempt: 1 }),
      told(9, { type: 'phase.left', phase: 'GREEN', iteration: 4, forced_exit: true }),
      told(9, { type: 'run.settled', status: 'stuck', why: 'Exit gate not passing', exit_code: 1 }),
    ];
    expect(seen(play(events))).toMatchInlineSnapshot(`
      "resumed 20260102-030405-abcdef in /project
      phases RED → GREEN, from GREEN

      ! GREEN  left by a forced exit  4 iterations  9.0 s

      ✗ stuck: Exit gate not passing  9.0 s
      "
    `);
  });
});
