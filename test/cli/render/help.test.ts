import { describe, expect, it } from 'vitest';
import { renderCommandHelp, renderProgramHelp } from '../../../src/cli/main.ts';

describe('renderProgramHelp', () => {
  it('lists commands by group, and leaves out groups without one', () => {
    const help = renderProgramHelp([{ name: 'seen', summary: 'can be seen', group: 'Watch' }]);
    expect(help).toContain('\nWatch:\n  seen  can be seen\n\nOptions:');
    expect(help).not.toContain('Start:');
  });
});

describe('renderCommandHelp', () => {
  it('shows options, operands, notes, examples and exit codes', () => {
    const help = renderCommandHelp(
      { name: 'weigh', summary: 'weigh a thing' },
      {
        operands: '[THING]',
        options: {
          scale: { type: 'string', short: 's', value: 'NAME', help: 'which scale' },
          limit: { type: 'string', help: 'from when on' },
          json: { type: 'boolean', help: 'print JSON' },
        },
        notes: ['A note.'],
        examples: ['dualgate weigh stone'],
        exits: { 0: 'light', 12: 'heavy' },
      },
    );
    expect(help).toMatchInlineSnapshot(`
      "Weigh a thing.

      Usage: dualgate weigh [OPTIONS] [THING]

      Options:
        -s, --scale NAME   which scale
            --limit VALUE  from when on
            --json         print JSON
        -h, --help         show this help

      A note.

      Examples:
        dualgate weigh stone

      Exit codes:
        0   light
        12  heavy"
    `);
  });
});
