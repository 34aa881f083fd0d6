import { describe, expect, it } from 'vitest';
import { renderEvent } from '../../../src/cli/render/event-lines.ts';
import { createPaint } from '../../../src/cli/render/text/paint.ts';
import { A_RUN, type RunEventBody, SIGNAL, eventAt } from './an-event.ts';

const render = (body: RunEventBody): readonly string[] => renderEvent(eventAt(0, body), createPaint(false));

describe('the events of a run in a pipe', () => {
  it('are one line each, with one more for every clause, note and problem', () => {
    expect(A_RUN.flatMap((event) => renderEvent(event, createPaint(false))).join('\n')).toMatchInlineSnapshot(`
      "run 20260102-030405-abcdef in /project
      phases RED → GREEN, starting at RED
      gates  a phase ends only when its measured tests (gate 1) and the agent (gate 2) both say that it is done
      baseline  the suite runs twice before the first turn, to find failing and flaky tests
      baseline  tests: no tests, exit code 0, 0.9 s
      RED  purpose: A failing test for each criterion
      RED 1  the agent works
      RED 1  the turn ended: ok, exit code 0, 4.0 s
      RED 1  tests: 1 failing, exit code 1, 0.9 s
      RED 1  the agent says it is done (line 3 of its output)
      RED 1  exited: both gates are satisfied
      GREEN  purpose: All tests pass
      GREEN 1  the agent works
      GREEN 1  discarded turn: The agent crashed (exit code 9) and changed nothing
      GREEN 1  the agent works (attempt 2)
      GREEN 1  the turn ended: timed out (idle), exit code none, 1 min 1 s
      GREEN 1  ended a process that the agent left running: 4711 node server.js
      GREEN 1  timed out (idle): It printed nothing for agent.idle_timeout: see where its output stops, or raise the limit.
      GREEN 1  tests: 1 failing, exit code 1, 0.9 s
      GREEN 1    ! one file did not load: b.test.js
      GREEN 1  no exit signal was found (signal_missing)
      GREEN 1  held: Neither gate is satisfied
      GREEN 1    ! ✓ GREEN evil
      GREEN 1    ✗ fails: test/a.test.js > adds
      GREEN 1      | Expected values to be equal:
      GREEN 1      |   1 !== 2
      GREEN 1    ✗ fails: 2 more
      GREEN 1    Conditions not met:
      GREEN 1    - tests_failing == 0: got 1, expected 0
      GREEN 2  the agent works
      GREEN 2  the turn ended: ok, exit code 0, 4.0 s, 12.3k in, 2.1k out, $0.08
      GREEN 2  denied: Bash(git push)
      GREEN 2  tests: 1 passing, exit code 0, 0.9 s
      GREEN 2  tests: 1 passing, exit code 0, 0.9 s
      GREEN 2  the agent says it is done (line 3 of its output)
      GREEN 2  exited: both gates are satisfied
      used 1.3M in, 950 out
      completed: Every phase was exited by both of its gates"
    `);
  });

  it('print each sentence once: a warning as the reason of the hold, a halt as the reason of the end', () => {
    const at = { phase: 'GREEN', iteration: 1 };
    expect(render({ type: 'signal.premature', ...at, warning: 'Exit signal set but Gate 1 not satisfied' })).toEqual(
      [],
    );
    expect(render({ type: 'signal.missing', ...at, warning: 'Gate 1 satisfied but no exit signal' })).toEqual([]);
    expect(render({ type: 'needs.human', why: 'blocked' })).toEqual([]);
  });

  it('name a forced exit, a resumed run and a status in plain words', () => {
    expect([
      ...render({ type: 'phase.exited', phase: 'GREEN', iteration: 3, forced_exit: true }),
      ...render({ type: 'run.started', phases: ['RED', 'GREEN'], phase: 'GREEN', resumed: true, folder: '/a b' }),
      ...render({ type: 'notice', text: 'Resumed\nwith a new limit.' }),
      ...render({ type: 'run.ended', status: 'needs_human', why: 'The agent is blocked: no key', exit_code: 4 }),
    ]).toEqual([
      'GREEN 3  exited by a forced exit',
      'resumed 20260102-030405-abcdef in /a b',
      'phases RED → GREEN, starting at GREEN',
      'Resumed with a new limit.',
      'needs human input: The agent is blocked: no key',
    ]);
  });

  it('show the text of the signal command without control characters, and the place of the signal', () => {
    const at = { phase: 'GREEN', iteration: 2 };
    const received = { word: 'exit', reason: 'all\u001B[2J\ndone', refactoring_complete: false } as const;
    const signal = { ...SIGNAL, source: 'command' } as const;
    expect([
      ...render({ type: 'signal.received', ...at, ...received }),
      ...render({ type: 'signal.read', ...at, signal }),
      ...render({ type: 'signal.read', ...at, signal: { ...signal, line: null } }),
      ...render({ type: 'signal.read', ...at, signal: { ...SIGNAL, value: false, reason: 'contradiction' } }).slice(
        0,
        1,
      ),
    ]).toEqual([
      'GREEN 2  the agent signals exit: all done',
      'GREEN 2  the agent says it is done (by the signal command, line 3 of its output)',
      'GREEN 2  the agent says it is done (by the signal command)',
      'GREEN 2  the agent says it is not done (contradiction, line 3 of its output)',
    ]);
  });

  it('have colours where they may be used', () => {
    const lines = A_RUN.filter(({ type }) => type === 'phase.exited' || type === 'turn.discarded').flatMap((event) =>
      renderEvent(event, createPaint(true)),
    );
    expect(lines).toEqual([
      'RED 1  \u001B[32mexited: both gates are satisfied\u001B[39m',
      'GREEN 1  \u001B[31mdiscarded turn: The agent crashed (exit code 9) and changed nothing\u001B[39m',
      'GREEN 2  \u001B[32mexited: both gates are satisfied\u001B[39m',
    ]);
  });
});

describe('a check in the events of a run', () => {
  const CHECK = { type: 'check.ended', phase: 'GREEN', iteration: 2, check: 'lint', ms: 900, exit_code: 1 } as const;

  it('is one line; a failed check has the last five lines of its output', () => {
    const said = ['1', '2', '3', '4', '5\u001B[2J', '6'];
    expect(render({ ...CHECK, ok: false, because: 'exit code 1', said })).toEqual([
      'GREEN 2  check lint: exit code 1, 0.9 s',
      'GREEN 2    | 2',
      'GREEN 2    | 3',
      'GREEN 2    | 4',
      'GREEN 2    | 5',
      'GREEN 2    | 6',
    ]);
    expect(render({ ...CHECK, ok: true, exit_code: 0, because: '', said: [] })).toEqual([
      'GREEN 2  check lint: ok, 0.9 s',
    ]);
  });

  it('has no line for its start, which the live line shows', () => {
    expect(render({ type: 'check.started', check: 'lint', command: 'npx eslint .' })).toEqual([]);
  });
});
