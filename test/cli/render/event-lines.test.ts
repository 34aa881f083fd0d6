import { describe, expect, it } from 'vitest';
import { renderEvent } from '../../../src/cli/render/event-lines.ts';
import { createPaint } from '../../../src/cli/render/text/paint.ts';
import { A_RUN, type News, SIGNAL, told } from './news.ts';

const render = (news: News): readonly string[] => renderEvent(told(0, news), createPaint(false));

describe('the news of a run in a pipe', () => {
  it('are one line each, with one more for every clause, note and problem', () => {
    expect(A_RUN.flatMap((event) => renderEvent(event, createPaint(false))).join('\n')).toMatchInlineSnapshot(`
      "run 20260102-030405-abcdef in /project
      phases RED → GREEN, from RED
      inventory  the suite runs twice before anything is spent
      inventory  tests: no tests, exit code 0, 0.9 s
      RED  A failing test for each criterion
      RED 1  the agent works
      RED 1  the agent ended: ok, exit code 0, 4.0 s
      RED 1  tests: 1 failing, exit code 1, 0.9 s
      RED 1  signal: true (explicit_true, line 3)
      RED 1  left: both gates agree in this iteration
      GREEN  All tests pass
      GREEN 1  the agent works
      GREEN 1  void: The agent crashed (exit code 9) and changed nothing
      GREEN 1  the agent works (attempt 2)
      GREEN 1  the agent ended: timed out (idle), exit code none, 1 min 01 s
      GREEN 1  ended what the agent left running: 4711 node server.js
      GREEN 1  timed out (idle): Nothing was heard from it for agent.idle_timeout: see where its output stops, or raise it.
      GREEN 1  tests: 1 failing, exit code 1, 0.9 s
      GREEN 1    ! one file did not load: b.test.js
      GREEN 1  signal: none (signal_missing)
      GREEN 1  held: Neither gate is satisfied
      GREEN 1    - tests_failing == 0: 1 is not 0
      GREEN 1    ! ✓ GREEN evil
      GREEN 2  the agent works
      GREEN 2  the agent ended: ok, exit code 0, 4.0 s, 12.3k in, 2.1k out, $0.08
      GREEN 2  it was denied: Bash(git push)
      GREEN 2  tests: 1 passing, exit code 0, 0.9 s
      GREEN 2  tests: 1 passing, exit code 0, 0.9 s
      GREEN 2  signal: true (explicit_true, line 3)
      GREEN 2  left: both gates agree in this iteration
      used 1.3M in, 950 out
      completed: Every phase was left by both of its gates"
    `);
  });

  it('say nothing twice: a warning is the reason in the line of the hold, a halt the reason at the end', () => {
    const at = { phase: 'GREEN', iteration: 1 };
    expect(render({ type: 'signal.premature', ...at, warning: 'Exit signal set but Gate 1 not satisfied' })).toEqual(
      [],
    );
    expect(render({ type: 'signal.missing', ...at, warning: 'Gate 1 satisfied but no exit signal' })).toEqual([]);
    expect(render({ type: 'needs.human', why: 'blocked' })).toEqual([]);
  });

  it('name a forced exit, a resumed run and a status in the words of people', () => {
    expect([
      ...render({ type: 'phase.left', phase: 'GREEN', iteration: 3, forced_exit: true }),
      ...render({ type: 'run.started', phases: ['RED', 'GREEN'], phase: 'GREEN', resumed: true, folder: '/a b' }),
      ...render({ type: 'notice', text: 'Resumed\nwith a new allowance.' }),
      ...render({ type: 'run.settled', status: 'needs_human', why: 'The agent is blocked: no key', exit_code: 4 }),
    ]).toEqual([
      'GREEN 3  left by a forced exit',
      'resumed 20260102-030405-abcdef in /a b',
      'phases RED → GREEN, from GREEN',
      'Resumed with a new allowance.',
      'needs a person: The agent is blocked: no key',
    ]);
  });

  it('tell what the signal command said, disarmed, and where a signal was read', () => {
    const at = { phase: 'GREEN', iteration: 2 };
    const heard = { word: 'exit', reason: 'all\u001B[2J\ndone', refactoring_complete: false } as const;
    const signal = { ...SIGNAL, source: 'command' } as const;
    expect([
      ...render({ type: 'signal.heard', ...at, ...heard }),
      ...render({ type: 'signal.read', ...at, signal }),
      ...render({ type: 'signal.read', ...at, signal: { ...signal, line: null } }),
    ]).toEqual([
      'GREEN 2  the agent signals exit: all done',
      'GREEN 2  signal: true (explicit_true, by the signal command, line 3)',
      'GREEN 2  signal: true (explicit_true, by the signal command)',
    ]);
  });

  it('are painted where colours may be used', () => {
    const lines = A_RUN.filter(({ type }) => type === 'phase.left' || type === 'attempt.void').flatMap((event) =>
      renderEvent(event, createPaint(true)),
    );
    expect(lines).toEqual([
      'RED 1  \u001B[32mleft: both gates agree in this iteration\u001B[39m',
      'GREEN 1  \u001B[31mvoid: The agent crashed (exit code 9) and changed nothing\u001B[39m',
      'GREEN 2  \u001B[32mleft: both gates agree in this iteration\u001B[39m',
    ]);
  });
});

describe('a check in the news of a run', () => {
  const CHECK = { type: 'check.ended', phase: 'GREEN', iteration: 2, check: 'lint', ms: 900, exit_code: 1 } as const;

  it('is one line, and of one that failed the last five that it printed', () => {
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

  it('says nothing when it begins, which the live line shows', () => {
    expect(render({ type: 'check.started', check: 'lint', command: 'npx eslint .' })).toEqual([]);
  });
});
