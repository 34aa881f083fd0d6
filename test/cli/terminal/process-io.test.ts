import { describe, expect, it } from 'vitest';
import { describeTerminal } from '../../../src/cli/start.ts';

describe('describeTerminal', () => {
  it.each([
    ['a terminal is live and coloured', true, {}, { isLive: true, colours: true }],
    ['a pipe is neither', false, {}, { isLive: false, colours: false }],
    ['NO_COLOR takes the colours, not the live line', true, { NO_COLOR: '1' }, { isLive: true, colours: false }],
    ['an empty NO_COLOR is none', true, { NO_COLOR: '' }, { isLive: true, colours: true }],
    ['NO_COLOR wins over FORCE_COLOR', true, { NO_COLOR: '1', FORCE_COLOR: '1' }, { isLive: true, colours: false }],
    [
      'FORCE_COLOR paints a pipe, and makes it no terminal',
      false,
      { FORCE_COLOR: '1' },
      { isLive: false, colours: true },
    ],
    ['FORCE_COLOR=0 forces nothing', false, { FORCE_COLOR: '0' }, { isLive: false, colours: false }],
    ['CI is no place for a live line', true, { CI: 'true' }, { isLive: false, colours: false }],
    ['CI=false is no CI', true, { CI: 'false' }, { isLive: true, colours: true }],
    ['a dumb terminal cannot paint over a line', true, { TERM: 'dumb' }, { isLive: false, colours: false }],
  ])('%s', (_claim, isTerminal, env, expected) => {
    expect(describeTerminal(env, isTerminal)).toEqual(expected);
  });
});
