import { describe, expect, it } from 'vitest';
import { renderEvent } from '../../../src/cli/render/event-lines.ts';
import { createPaint } from '../../../src/cli/render/text/paint.ts';
import { type RunEventBody, eventAt } from './an-event.ts';

const render = (body: RunEventBody): readonly string[] => renderEvent(eventAt(0, body), createPaint(false));
const AT = { phase: 'GREEN', iteration: 2 };
const MUTANT = {
  type: 'mutant.tested',
  ...AT,
  path: 'src/a.js',
  line: 3,
  kind: 'operator',
  before: '+',
  after: '-',
} as const;
const ENDED = {
  type: 'mutation_check.ended',
  ...AT,
  mutants_tested: 5,
  mutants_killed: 4,
  unproven: [],
  inconclusive: null,
  ms: 4_120,
} as const;

describe('the mutation check in a pipe', () => {
  it('has a line for its start', () => {
    expect(render({ type: 'mutation_check.started', ...AT, files: 1, mutants: 14, seed: 'ab' })).toEqual([
      'GREEN 2  both gates agree; the mutation check tests small changes in a copy',
    ]);
  });

  it.each<[string, Partial<Extract<RunEventBody, { type: 'mutant.tested' }>>, string]>([
    ['survived', { end: 'survived', why: null }, 'survived: src/a.js:3: + → -'],
    [
      'left out',
      { end: 'survived', why: null, before: 'go();', after: '' },
      'survived: src/a.js:3: go(); → (left out)',
    ],
    [
      'of a name that would move the cursor',
      { end: 'survived', why: null, before: '\u001B[2J+' },
      'survived: src/a.js:3: + → -',
    ],
  ])('has a line for a mutant that is %s', (_what, spoil, line) => {
    expect(render({ ...MUTANT, end: 'survived', why: null, ...spoil })).toEqual([`GREEN 2    ${line}`]);
  });

  it.each(['killed', 'not_applicable', 'out_of_budget'] as const)(
    'has no line for a mutant that is %s, which the last line counts',
    (end) => {
      expect(render({ ...MUTANT, end, why: 'a.test.js > adds' })).toEqual([]);
    },
  );

  it('ends with its result, or with the reason why it is inconclusive', () => {
    expect(render(ENDED)).toEqual(['GREEN 2  mutation check: 4 of 5 mutants killed, 4.1 s']);
    expect(render({ ...ENDED, mutants_tested: 1, unproven: [{ path: 'a.js', line: 1, lines: 2 }] })).toEqual([
      'GREEN 2  mutation check: 4 of 1 mutant killed, 1 change unproven, 4.1 s',
    ]);
    expect(render({ ...ENDED, inconclusive: 'it is not green' })).toEqual([
      'GREEN 2  mutation check: inconclusive: it is not green, 4.1 s',
    ]);
  });
});
