import { describe, expect, it } from 'vitest';
import { renderEvent } from '../../../src/cli/render/event-lines.ts';
import { createPaint } from '../../../src/cli/render/text/paint.ts';
import { type News, told } from './news.ts';

const render = (news: News): readonly string[] => renderEvent(told(0, news), createPaint(false));
const AT = { phase: 'GREEN', iteration: 2 };
const FAULT = {
  type: 'fault.tried',
  ...AT,
  path: 'src/a.js',
  line: 3,
  kind: 'operator',
  before: '+',
  after: '-',
} as const;
const ENDED = {
  type: 'probe.ended',
  ...AT,
  faults_planted: 5,
  faults_noticed: 4,
  unproven: [],
  nothing_shown: null,
  ms: 4_120,
} as const;

describe('the probe of a suite, in a pipe', () => {
  it('is said when it begins', () => {
    expect(render({ type: 'probe.started', ...AT, files: 1, faults: 14, seed: 'ab' })).toEqual([
      'GREEN 2  both gates agree; the suite is probed with small faults in a copy',
    ]);
  });

  it.each<[string, Partial<Extract<News, { type: 'fault.tried' }>>, string]>([
    ['unnoticed', { end: 'unnoticed', why: null }, 'unnoticed: src/a.js:3: + → -'],
    [
      'left out',
      { end: 'unnoticed', why: null, before: 'go();', after: '' },
      'unnoticed: src/a.js:3: go(); → (left out)',
    ],
    [
      'of a name that would move the cursor',
      { end: 'unnoticed', why: null, before: '\u001B[2J+' },
      'unnoticed: src/a.js:3: + → -',
    ],
  ])('tells of a fault that is %s', (_what, spoil, line) => {
    expect(render({ ...FAULT, end: 'unnoticed', why: null, ...spoil })).toEqual([`GREEN 2    ${line}`]);
  });

  it.each(['noticed', 'not_applicable', 'out_of_budget'] as const)(
    'has no line for a fault that is %s: the end counts it',
    (end) => {
      expect(render({ ...FAULT, end, why: 'a.test.js > adds' })).toEqual([]);
    },
  );

  it('ends with what was shown, or with why nothing was', () => {
    expect(render(ENDED)).toEqual(['GREEN 2  probe: 4 of 5 faults noticed, 4.1 s']);
    expect(render({ ...ENDED, faults_planted: 1, unproven: [{ path: 'a.js', line: 1, lines: 2 }] })).toEqual([
      'GREEN 2  probe: 4 of 1 fault noticed, 1 change unproven, 4.1 s',
    ]);
    expect(render({ ...ENDED, nothing_shown: 'it is not green' })).toEqual([
      'GREEN 2  probe: nothing was shown: it is not green, 4.1 s',
    ]);
  });
});
