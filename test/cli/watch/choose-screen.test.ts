import { describe, expect, test, it } from 'vitest';
import * as fc from 'fast-check';
import { chooseScreen, repaint, createLiveScreen } from '../../../src/cli/watch/choose-screen.ts';
import type { RunEvent } from '../../../src/index.ts';
import { createMemoryIo } from '../memory-io.ts';
import { A_RUN, eventAt } from '../render/an-event.ts';
import { screenOf, type Size } from '../render/a-screen.ts';
import { widthOf, wrap } from '../../../src/cli/render/display-width.ts';

const TEXT = 'The agent must undo this, or report BLOCKED if it cannot or if the work needs the change.';

describe('a long line of a terminal', () => {
  test.each([40, 80, 120])('of %i columns is cut at blanks, and loses nothing', (columns) => {
    const pieces = wrap(TEXT, columns, 24, 8);
    expect(pieces.join(' ')).toBe(TEXT);
    expect(pieces.every((piece, n) => widthOf(piece) + (n === 0 ? 24 : 8) <= columns)).toBe(true);
  });

  test('keeps its indentation, and a word that fits nowhere', () => {
    expect(wrap(`  | ${'x'.repeat(50)} y`, 40, 8, 8)).toEqual(['  |', 'x'.repeat(50), 'y']);
  });

  test('that fits is one', () => {
    expect(wrap('a  b', 40, 0, 8)).toEqual(['a  b']);
    expect(wrap(TEXT, Infinity, 0, 8)).toEqual([TEXT]);
  });
});

/** Resets the terminal, fills its clipboard, sets its title, queries it, clears it, and reverses the text. */
const EVIL = '\u001Bc\u001B]52;c;aGk=\u0007\u001B]0;x\u001B\\\u001BP$qm\u009C\u009B2J\u202E\r\n';
/** The control sequences of the screen itself: positions and colours. */
// oxlint-disable-next-line no-control-regex
const OWN = /\u001B\[(?:\?(?:7|25|2026)[hl]|\d+[AB]|J|2?K|(?:1|2|22|31|32|33|39)m)/g;

/** Every text and number, as a program that poses as the loop could write it, except the keys of the renderers. */
const spoil = (value: unknown, key = ''): unknown => {
  if (['type', 'at', 'until', 'for', 'to', 'outcome', 'usage', 'remaining'].includes(key)) return value;
  if (typeof value === 'string' || typeof value === 'number') return `${value}${EVIL}`;
  if (Array.isArray(value)) return value.map((each) => spoil(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spoil(inner, name)]));
};
const EVENTS: readonly RunEvent[] = [
  ...A_RUN,
  eventAt(90, { type: 'work.committed', phase: 'RED', commit: 'c', branch: 'b', subject: 's' } as never),
  eventAt(91, { type: 'check.started', phase: 'RED', iteration: 1, check: 'lint' } as never),
];

describe.each([true, false])('the screen of a run, live: %s', (isLive) => {
  test('writes no control sequence from any text of any event', () => {
    const { io, stdout } = createMemoryIo({ isLive, colours: true });
    const screen = chooseScreen({}, io);
    for (const event of EVENTS) screen.show(spoil(event) as RunEvent);
    if (isLive) screen.say(`it ended${EVIL}`);
    screen.end();
    expect(stdout()).toContain('GREEN');
    const written = stdout()
      .replaceAll(OWN, '')
      .replaceAll(/[\r\n]/g, '');
    // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
    expect(written).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202E]/);
  });
});

test('with --json an event is unchanged for a program, and has no control sequence', () => {
  const { io, stdout } = createMemoryIo();
  const event = eventAt(0, { type: 'notice', text: EVIL });
  chooseScreen({ json: true }, io).show(event);
  expect(JSON.parse(stdout())).toEqual(event);
  // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
  expect(stdout().trimEnd()).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202E]/);
});

describe('repaint', () => {
  const WIDE = 40;
  // oxlint-disable-next-line no-control-regex -- what is looked for
  const UP = /\r\u001B\[(\d+)A/;
  const shown = (writes: readonly string[]) => screenOf(writes, { columns: WIDE, rows: 100 });
  const line = fc.stringMatching(/^[a-z][a-z ]{0,37}$/).map((text) => text.trimEnd());
  const step = fc.record({
    above: fc.array(fc.stringMatching(/^[A-Z]{1,90}$/), { maxLength: 3 }),
    block: fc.array(line, { maxLength: 5 }),
  });

  describe('repainting a block', () => {
    test('keeps the lines above, each once, and only the last block', () => {
      fc.assert(
        fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
          let painted: readonly string[] = [];
          const writes = steps.map(({ above, block }) => {
            const write = repaint(painted, { above, block }, WIDE);
            painted = block;
            return write;
          });
          const scrolled = steps.flatMap(({ above }) => above.flatMap((each) => each.match(/.{1,40}/g) ?? []));
          const left = shown(writes);
          // Below the last scrolled line is an empty one, until there is a block.
          while (left.at(-1) === '') left.pop();
          expect(left).toEqual([...scrolled, ...painted]);
        }),
      );
    });

    test('moves up by the height of the block in a narrower terminal', () => {
      const painted = ['x'.repeat(39), 'y'.repeat(21), 'z'];
      const up = (columns: number, ...there: readonly string[]) =>
        UP.exec(repaint(there.length === 0 ? painted : there, { above: [], block: ['a'] }, columns))?.[1];
      expect([up(40), up(39), up(38), up(20), up(13), up(10)]).toEqual(['2', '2', '3', '4', '5', '7']);
      // Two columns each, whatever their length.
      expect(up(10, '日本語日本語', 'z')).toBe('2');
    });

    test('hides the cursor with the first block and shows it with the last, in one write', () => {
      const [first, second, last] = [
        repaint([], { above: [], block: ['a'] }, WIDE),
        repaint(['a'], { above: ['b'], block: ['c'] }, WIDE),
        repaint(['c'], { above: [], block: [] }, WIDE),
      ];
      const cursor = (text: string) => ['l', 'h'].filter((how) => text.includes(`\u001B[?25${how}`));
      expect([first, second, last].map(cursor)).toEqual([['l'], [], ['h']]);
      for (const write of [first, second, last])
        expect([write.startsWith('\u001B[?2026h'), write.endsWith('\u001B[?2026l')]).toEqual([true, true]);
      expect(repaint([], { above: ['only a line'], block: [] }, WIDE)).toBe('only a line\n');
    });

    test('never erases everything below from the start of a line, which tmux would keep', () => {
      const writes = [
        repaint(['a', 'b'], { above: ['c'], block: ['d'] }, WIDE),
        repaint(['a', 'b'], { above: ['c'], block: [] }, WIDE),
        repaint(['a', 'b'], { above: [], block: [] }, WIDE),
        repaint(['a', 'b'], { above: [], block: ['d'] }, WIDE),
      ];
      // oxlint-disable-next-line no-control-regex -- what is looked for
      for (const write of writes) expect(write).not.toMatch(/(?:[\r\n]|\u001B\[\d+A|\u001B\[\?7l)\u001B\[J/);
    });
  });
});

describe('live screen', () => {
  const WIDE: Size = { columns: 80, rows: 24 };

  /** The text between the marks of a block, without wrapping. */
  // oxlint-disable-next-line no-control-regex
  const PAINTED = /\u001B\[\?7l([\s\S]*?)\u001B\[K\u001B\[J\u001B\[\?7h/g;

  /** Without a library, for the texts of these tests. */
  const columnsOf = (line: string): number =>
    [...new Intl.Segmenter('en').segment(line)].reduce(
      (sum, { segment }) => sum + (/[日本語👩]/u.test(segment) ? 2 : 1),
      0,
    );

  interface Played extends Partial<Size> {
    readonly colours?: boolean;
    /** Whether the run is followed to its end. @default true */
    readonly ends?: boolean;
  }

  /** All output, event by event; the screen uses the clock of the events. */
  const play = (
    events: readonly RunEvent[],
    { columns = 80, rows = 24, colours = false, ends = true }: Played = {},
  ) => {
    const writes: string[] = [];
    let clock = 0;
    const screen = createLiveScreen({
      write: (text) => writes.push(text),
      room: () => ({ columns, rows }),
      colours,
      now: () => clock,
    });
    for (const event of events) {
      clock = Date.parse(event.at);
      screen.show(event);
    }
    clock += 1_000;
    screen.tick();
    if (ends) screen.end();
    return writes;
  };
  const shown = (events: readonly RunEvent[], size: Size = WIDE): string =>
    screenOf(play(events, { ...size, ends: false }), size).join('\n');

  const at = { phase: 'GREEN', iteration: 3 };
  const counts = (suite_passing: number, suite_failing: number, suite_skipped = 0) => ({
    suite_passing,
    suite_failing,
    suite_skipped,
  });
  const NONE_FAILS = { failing: [], failing_count: 0 };
  const LEFT = { in_phase: 8, iterations: 44, until: eventAt(7 * 3_600, { type: 'baseline.started' }).at };
  const PHASES = ['RED', 'GREEN', 'REFACTOR', 'DOCUMENT'];
  /** During a third iteration, with some tests counted. */
  const IN_THE_MIDST: readonly RunEvent[] = [
    eventAt(0, { type: 'run.started', phases: PHASES, phase: 'RED', resumed: false, folder: '/project' }),
    eventAt(1, { type: 'phase.entered', phase: 'RED', purpose: 'x' }),
    eventAt(60, { type: 'phase.exited', phase: 'RED', iteration: 1, forced_exit: false }),
    eventAt(60, { type: 'phase.entered', phase: 'GREEN', purpose: 'x' }),
    eventAt(61, { type: 'iteration.started', phase: 'GREEN', iteration: 2, attempt: 1 }),
    eventAt(70, { type: 'tests.ended', ...at, ...counts(30, 10), green: false, ms: 5, exit_code: 1, problems: [] }),
    eventAt(71, {
      type: 'phase.held',
      ...at,
      iteration: 2,
      reason: 'Neither gate is satisfied',
      unmet: ['a == 0'],
      findings: [],
      ...NONE_FAILS,
    }),
    eventAt(72, {
      type: 'iteration.started',
      ...at,
      attempt: 1,
      remaining: { ...LEFT, cost_usd: 46.8, tokens: 1_250_000 },
    }),
    eventAt(100, {
      type: 'turn.ended',
      ...at,
      attempt: 1,
      turn: { outcome: 'ok', exit_code: 0, ms: 5 },
      transcript: 'x',
    }),
    eventAt(112, { type: 'test.failed', ...at, ...counts(20, 2, 1), file: 'a', name: 'b' }),
  ];

  describe('the live screen', () => {
    it('says new tests and earlier ones apart when a test run has ended, of some files too', () => {
      const existing = counts(40, 0);
      const ended = { type: 'tests.ended', ...at, green: false, ms: 5, exit_code: 1, problems: [], existing } as const;
      const before = IN_THE_MIDST.slice(0, 5);
      expect(shown([...before, eventAt(70, { ...ended, ...counts(40, 2) })])).toContain('2 new fail, 40 earlier pass');
      const part = { ...ended, ...counts(0, 2), existing: counts(0, 0), part: 'criteria' } as const;
      expect(shown([...before, eventAt(70, part)])).toContain('2 new fail');
    });

    it('keeps the decisions above, with their time, and what the live lines do not show', () => {
      expect(screenOf(play(A_RUN)).join('\n')).toMatchInlineSnapshot(`
      "  03:04 run 20260102-030405-abcdef in /project
        03:04 phases RED → GREEN, starting at RED
        03:04 ✓ RED 1  exited: both gates are satisfied
        03:04 ✗ GREEN 1  discarded turn: The agent crashed (exit code 9) and changed
              nothing
        03:05 GREEN 1  ended a process that the agent left running: 4711 node
              server.js
        03:05 GREEN 1  timed out (idle): It printed nothing for agent.idle_timeout:
              see where its output stops, or raise the limit.
        03:05 GREEN 1  held: 3 tests fail: adds and 2 more
              ! ✓ GREEN evil
              ✗ fails: test/a.test.js > adds
                | 1 !== 2
              ✗ fails: 2 more
              Neither gate is satisfied
              - tests_failing == 0: got 1, expected 0
        03:05 GREEN 2  the turn ended: ok, exit code 0, 4.0 s, 12.3k in, 2.1k out,
              $0.08
        03:05 GREEN 2  denied: Bash(git push)
        03:05 ✓ GREEN 2  exited: both gates are satisfied
        03:05 ✓ completed: Every phase was exited by both of its gates
              used 1.3M in, 950 out
      "
    `);
    });

    it('shows the phases, the current step, the tests, the last hold and the remaining limits', () => {
      expect(shown(IN_THE_MIDST).split('\n').slice(-5).join('\n')).toMatchInlineSnapshot(`
      "✓ RED ── ▶ GREEN ── ○ REFACTOR ── ○ DOCUMENT                         1 min 53 s
        GREEN 3 of 10  53 s  test run 1 (13 s)
        ██████████▚░········  20 passing, 2 failing, 1 skipped
        held: Neither gate is satisfied
        remaining: 44 iterations, 6 h 58 min, $46.80, 1.3M tokens"
    `);
    });

    it('has three lines in a low terminal, and one in a lower or narrow one', () => {
      const folded = [
        { columns: 60, rows: 12 },
        { columns: 80, rows: 9 },
        { columns: 36, rows: 24 },
      ].map((size) => screenOf(play(IN_THE_MIDST, { ...size, ends: false }).slice(-1), size).join('\n'));
      expect(folded.join('\n---\n')).toMatchInlineSnapshot(`
      "✓ RED ── ▶ GREEN ── ○ REFACTOR ── ○ DOCUMENT     1 min 53 s
        GREEN 3 of 10  53 s  test run 1 (13 s)
        ██████████▚░········  20 passing, 2 failing, 1 skipped
      ---
      ▶ GREEN 3  53 s  test run 1: 20 passing, 2 failing, 1 skipped (13 s)
      ---
      ▶ GREEN 3  53 s  test run 1: 20 pa…"
    `);
    });

    it('shows the number of exited phases if there is no room for their names', () => {
      const many = Array.from({ length: 20 }, (_, i) => `PHASE-${i + 1}`);
      const events = [
        eventAt(0, { type: 'run.started', phases: many, phase: 'PHASE-4', resumed: true, folder: '/project' }),
        eventAt(0, { type: 'iteration.started', phase: 'PHASE-4', iteration: 7, attempt: 1 }),
      ];
      expect(shown(events)).toContain('✓ 3 of 20 ── ▶ PHASE-4');
    });

    it('marks forced exits, and takes back rolled-back phases', () => {
      const [started, , , ...more] = IN_THE_MIDST;
      const forced = eventAt(60, { type: 'phase.exited', phase: 'RED', iteration: 1, forced_exit: true });
      const back = eventAt(130, { type: 'operator.rolled_back', phase: 'RED', by: 'ann', reason: 'x', commit: 'c' });
      const all = [started ?? back, forced, ...more];
      expect(shown(all)).toContain('! RED ── ▶ GREEN ── ○ REFACTOR ── ○ DOCUMENT');
      expect(shown([...all, back])).toContain('○ RED ── ○ GREEN ── ○ REFACTOR ── ○ DOCUMENT');
    });

    it('counts down a wait', () => {
      const until = eventAt(400, { type: 'baseline.started' }).at;
      const waiting = eventAt(120, { type: 'waiting', ...at, attempt: 1, for: 'breaker', until, why: 'x' });
      expect(shown([...IN_THE_MIDST, waiting])).toContain(
        '  GREEN 3 of 10  1 min 1 s  waits 4 min 39 s, until 03:10:40, for',
      );
    });

    it('has colours for good, bad and warning lines', () => {
      const writes = play(A_RUN, { colours: true }).join('');
      expect(writes).toContain('✓ GREEN 2  \u001B[32mexited: both gates are satisfied\u001B[39m');
      expect(writes).toContain('\u001B[33mheld: 3 tests fail: adds and 2 more\u001B[39m');
      expect(writes).toContain('\u001B[31mdiscarded turn: The agent crashed (exit code 9) and changed\u001B[39m');
      const block = play(IN_THE_MIDST, { colours: true, ends: false }).join('');
      expect(block).toContain('\u001B[32m✓ RED\u001B[39m\u001B[2m ── \u001B[22m\u001B[1m▶ GREEN\u001B[22m');
      expect(block).toContain(`\u001B[32m${'█'.repeat(10)}\u001B[39m\u001B[31m▚\u001B[39m\u001B[33m░\u001B[39m`);
    });

    it('has the same text without colours', () => {
      // oxlint-disable-next-line no-control-regex -- colours are what is taken out
      const bare = play(A_RUN, { colours: true }).map((write) => write.replaceAll(/\u001B\[\d+m/g, ''));
      expect(bare).toEqual(play(A_RUN));
    });

    it('never paints a live line as wide as the terminal, at any size', () => {
      const name = 'A-PHASE-WITH-A-LONG-NAME-日本語-👩‍👩‍👧-e\u0301';
      const long = eventAt(0, { type: 'phase.entered', phase: name, purpose: 'x' });
      const begun = eventAt(0, { type: 'iteration.started', phase: name, iteration: 12, attempt: 2, remaining: LEFT });
      for (const columns of [1, 2, 10, 20, 39, 40, 41, 60])
        for (const rows of [1, 5, 12, 24]) {
          const blocks = [[long, begun], IN_THE_MIDST].flatMap((events) =>
            play(events, { columns, rows, ends: false }).flatMap((write) => [...write.matchAll(PAINTED)]),
          );
          const lines = blocks.flatMap(([, block = '']) => block.split('\u001B[K\n'));
          expect(lines.length).toBeGreaterThan(0);
          expect(Math.max(...lines.map((line) => columnsOf(line)))).toBeLessThanOrEqual(Math.max(1, columns - 1));
        }
    });

    it('repaints the time, writes nothing without a change, and shows the cursor at the end', () => {
      const writes: string[] = [];
      let clock = Date.parse(eventAt(8, { type: 'baseline.started' }).at);
      const screen = createLiveScreen({
        write: (text) => writes.push(text),
        room: () => ({ columns: 80, rows: 5 }),
        colours: false,
        now: () => clock,
      });
      screen.tick();
      screen.show(eventAt(8, { type: 'phase.entered', phase: 'GREEN', purpose: 'x' }));
      clock += 100;
      screen.show(eventAt(8.1, { type: 'iteration.started', phase: 'GREEN', iteration: 1, attempt: 1 }));
      screen.tick();
      clock += 62_000;
      screen.tick();
      screen.tick();
      screen.show(eventAt(70, { type: 'agent.output', phase: 'GREEN', iteration: 1, stream: 'stderr', text: 'x' }));
      screen.say('Interrupted.');
      screen.end();
      screen.end();
      expect(writes.map((text) => JSON.stringify(text)).join('\n')).toMatchInlineSnapshot(`
      ""\\u001b[?2026h\\u001b[?25l\\u001b[?7l▶ GREEN 1  0.1 s  the agent works\\u001b[K\\u001b[J\\u001b[?7h\\r\\u001b[?2026l"
      "\\u001b[?2026h\\r\\u001b[?7l▶ GREEN 1  1 min 2 s  the agent works (1 min 2 s)\\u001b[K\\u001b[J\\u001b[?7h\\r\\u001b[?2026l"
      "\\u001b[?2026h\\r\\u001b[2KInterrupted.\\n\\u001b[?7l▶ GREEN 1  1 min 2 s  the agent works (1 min 2 s)\\u001b[K\\u001b[J\\u001b[?7h\\r\\u001b[?2026l"
      "\\u001b[?2026h\\u001b[?25h\\r\\u001b[2K\\u001b[?2026l""
    `);
    });

    it('paints at most ten times a second, in one write each, and loses no line', () => {
      const writes: string[] = [];
      const start = Date.parse(eventAt(0, { type: 'baseline.started' }).at);
      let clock = start;
      const screen = createLiveScreen({
        write: (text) => writes.push(text),
        room: () => WIDE,
        colours: false,
        now: () => clock,
      });
      for (const event of IN_THE_MIDST.slice(0, -1)) screen.show(event);
      screen.tick();
      writes.length = 0;
      for (let ms = 0; ms < 1_000; ms += 1) {
        clock = start + 120_000 + ms;
        screen.show({ ...eventAt(120, { type: 'test.passed', ...at, ...counts(ms, 0), file: 'a', name: 'b' }) });
        if (ms % 10 === 0) screen.show(eventAt(120, { type: 'notice', text: `notice ${ms}.` }));
        if (ms % 100 === 0) screen.tick();
      }
      expect(writes.length).toBeLessThanOrEqual(10);
      screen.end();
      const said = screenOf(writes, WIDE).filter((line) => line.includes('notice'));
      expect(said.map((line) => line.slice(8))).toEqual(Array.from({ length: 100 }, (_, i) => `notice ${i * 10}.`));
    });

    it('paints also after the clock was set back', () => {
      const writes: string[] = [];
      let clock = 1_000_000_000;
      const screen = createLiveScreen({
        write: (text) => writes.push(text),
        room: () => WIDE,
        colours: false,
        now: () => clock,
      });
      for (const event of IN_THE_MIDST) screen.show(event);
      clock = 0;
      const before = writes.length;
      screen.tick();
      expect(writes.length).toBe(before + 1);
    });

    it('continues in the middle of a phase after a resume', () => {
      const events = [
        eventAt(0, {
          type: 'run.started',
          phases: ['RED', 'GREEN'],
          phase: 'GREEN',
          resumed: true,
          folder: '/project',
        }),
        eventAt(0, { type: 'iteration.started', phase: 'GREEN', iteration: 4, attempt: 1 }),
        eventAt(9, { type: 'phase.exited', phase: 'GREEN', iteration: 4, forced_exit: true }),
        eventAt(9, { type: 'run.ended', status: 'stuck', why: 'Exit gate not passing', exit_code: 1 }),
      ];
      expect(shown(events.slice(0, 2))).toContain('✓ RED ── ▶ GREEN');
      expect(screenOf(play(events)).join('\n')).toMatchInlineSnapshot(`
      "  03:04 resumed 20260102-030405-abcdef in /project
        03:04 phases RED → GREEN, starting at GREEN
        03:04 ✗ GREEN 4  exited by a forced exit
        03:04 ✗ stuck: Exit gate not passing
      "
    `);
    });
  });
});
