import { describe, expect, test } from 'vitest';
import { chooseAgent } from '../../../src/project/config/choose-agent.ts';
import { LEAST, parse, problemsOf } from './a-config.ts';

const withReview = (review: string, more = ''): string => `${LEAST}checks: { review: ${review} }\n${more}`;

describe('checks.review of a config', () => {
  test('is a reviewer with an agent: read only, fresh, in the sandbox of the run', () => {
    const config = parse(withReview('{ agent: { use: codex, model: big, args: [-x], timeout: 1m } }'));
    expect(config.checks).toEqual([]);
    expect(config.review).toEqual({
      agent: {
        use: 'codex',
        command: null,
        script: null,
        model: 'big',
        permissions: 'ask',
        session: 'fresh',
        args: ['-x'],
        timeout_ms: 60_000,
        idle_timeout_ms: null,
        grace_ms: 2_000,
        env: {},
        sandbox: { use: 'none' },
      },
    });
  });

  test('is a program of one’s own with a command', () => {
    const { review } = parse(withReview('{ agent: { command: my-reviewer --print } }'));
    expect(review && chooseAgent(review.agent).commandOf(null)).toEqual(['my-reviewer', '--print']);
  });

  test.each([
    ['npm run review', 600_000],
    ['{ command: npm run review }', 600_000],
    ['{ command: npm run review, timeout: 5s }', 5_000],
  ])('stays a check where it is a command: %s', (review, timeout_ms) => {
    const config = parse(withReview(review));
    expect(config.checks).toEqual([{ name: 'review', command: ['npm', 'run', 'review'], timeout_ms }]);
    expect(config).not.toHaveProperty('review');
  });

  test.each([
    ['{}', '8:19: review needs an agent, or a command'],
    ['{ agent: { use: pi }, command: a }', '8:19: review needs an agent, or a command'],
    ['{ agent: { use: pi }, timeout: 5s }', '8:19: review takes the timeout of a review under agent: agent.timeout'],
    ['{ agent: {} }', '8:28: agent needs `use`, or a command'],
    ['{ agent: { use: pi, command: a } }', '8:28: agent takes a command or `use`, not both'],
    [
      '{ agent: { command: a, model: b } }',
      '8:28: agent takes model, permissions and args only when a program that dualgate knows is used',
    ],
    ['{ agent: { use: scripted } }', expect.stringContaining('8:35: use must be one of claude, codex')],
    ['{ agent: { use: pi, env: { DUALGATE_RUN: x } } }', expect.stringContaining('must not begin with DUALGATE_')],
    ['{ agent: { use: pi, session: resume } }', expect.stringContaining('unknown key "session" in agent')],
  ])('is refused: %s', (review, problem) => {
    expect(problemsOf(withReview(review)).map((each) => each.replace('dualgate.yaml:', ''))).toEqual([problem]);
  });

  test('needs two calls an hour, for a turn and its review', () => {
    const least = 'limits: { calls_per_hour: 1 }\n';
    expect(problemsOf(withReview('{ agent: { use: pi } }', least))).toEqual([
      'dualgate.yaml:9:27: calls_per_hour must be 2 or more with checks.review: one for a turn, one for its review (got 1)',
    ]);
    expect(problemsOf(withReview('{ agent: { use: pi } }', least.replace('1', '2')))).toEqual([]);
  });

  test('is needed by a condition over its metric', () => {
    const phases =
      'phases:\n  - { phase: GREEN, purpose: It passes, gate_1: { condition: tests_failing == 0 AND review_approved } }\n';
    expect(problemsOf(`${LEAST}${phases}`)).toEqual([
      expect.stringContaining('nothing measures review_approved: set checks.review with an agent'),
    ]);
    expect(problemsOf(withReview('{ agent: { use: pi } }', phases))).toEqual([]);
  });
});
