import { describe, expect, it } from 'vitest';
import { LEAST, parse } from './a-config.ts';

const sandboxOf = (line: string) => parse(LEAST.replace('tests:', `  sandbox: ${line}\ntests:`)).agent.sandbox;

describe('the sandbox of a config', () => {
  it('is none if the config has none', () => {
    expect(parse(LEAST).agent.sandbox).toEqual({ use: 'none' });
    expect([sandboxOf('none'), sandboxOf('{ use: none }')]).toEqual([{ use: 'none' }, { use: 'none' }]);
  });

  it('is bubblewrap by a word, or by a map that says more', () => {
    const plain = { use: 'bubblewrap', network: 'keep', writable: [], readable: [], hidden: [] };
    expect([sandboxOf('bubblewrap'), sandboxOf('{ use: bubblewrap }')]).toEqual([plain, plain]);
    expect(
      sandboxOf('{ use: bubblewrap, network: agent_only, writable: [~/a], readable: [/b], hidden: [.env] }'),
    ).toEqual({ use: 'bubblewrap', network: 'agent_only', writable: ['~/a'], readable: ['/b'], hidden: ['.env'] });
  });

  it('is a command of the user, split like any other', () => {
    expect(sandboxOf('{ command: my-wrapper --strict }')).toEqual({
      use: 'command',
      command: ['my-wrapper', '--strict'],
    });
  });
});
