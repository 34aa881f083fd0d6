import { describe, expect, it } from 'vitest';
import { renderCommandHelp, renderProgramHelp } from '../../../src/cli/main.ts';

describe('renderProgramHelp', () => {
  it('leaves out what is hidden', () => {
    const help = renderProgramHelp([
      { name: 'seen', summary: 'can be seen' },
      { name: 'unseen', summary: 'cannot', hidden: true },
    ]);
    expect(help).toContain('\nCommands:\n  seen  can be seen\n\n');
    expect(help).not.toContain('unseen');
  });
});

describe('renderCommandHelp', () => {
  it('shows options, operands, notes and exit codes in columns', () => {
    const help = renderCommandHelp(
      { name: 'weigh', summary: 'weigh a thing: is it heavy?' },
      {
        operands: '[THING]',
        options: {
          scale: { type: 'string', short: 's', value: 'NAME', help: 'which scale' },
          limit: { type: 'string', help: 'from when on' },
          json: { type: 'boolean', help: 'print JSON' },
        },
        notes: ['A note.'],
        exits: { 0: 'light', 12: 'heavy' },
      },
    );
    expect(help).toMatchInlineSnapshot(`
      "Weigh a thing: is it heavy?

      Usage: dualgate weigh [OPTIONS] [THING]

      Options:
        -s, --scale NAME   which scale
            --limit VALUE  from when on
            --json         print JSON
        -h, --help         this help

      A note.

      Exit codes:
        0   light
        12  heavy"
    `);
  });
});
