import { describe, expect, it } from 'vitest';
import { type Options, parseCommandLine, UsageError } from '../../src/cli/command.ts';

const OPTIONS: Options = {
  phase: { type: 'string', short: 'p', value: 'PHASE', help: 'a phase' },
  json: { type: 'boolean', help: 'JSON' },
};

const parse = (argv: readonly string[], maxOperands = 1) => {
  const { values, operands } = parseCommandLine({ options: OPTIONS, maxOperands }, argv);
  return { values: { ...values }, operands };
};

const refusalOf = (argv: readonly string[], maxOperands?: number): string => {
  try {
    parse(argv, maxOperands);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return 'accepted';
};

describe('parseCommandLine', () => {
  it('reads long and short options, values with and without =, and operands in any place', () => {
    expect(parse(['--phase', 'RED', '3', '--json'])).toEqual({
      values: { phase: 'RED', json: true },
      operands: ['3'],
    });
    expect(parse(['--phase=RED'])).toEqual({ values: { phase: 'RED' }, operands: [] });
    expect(parse(['-p', 'RED'])).toEqual({ values: { phase: 'RED' }, operands: [] });
    expect(parse(['-pRED'])).toEqual({ values: { phase: 'RED' }, operands: [] });
    expect(parse([])).toEqual({ values: {}, operands: [] });
  });

  it('takes everything after -- as operands', () => {
    expect(parse(['--', '--json'])).toEqual({ values: {}, operands: ['--json'] });
  });

  it.each([
    [['--phsae=green'], "Unknown option '--phsae'. Did you mean '--phase'?"],
    [['--constructor'], "Unknown option '--constructor'"],
    [['--__proto__'], "Unknown option '--__proto__'"],
    [['--toString=1'], "Unknown option '--toString'"],
    [['--no-json'], "Unknown option '--no-json'. Did you mean '--json'?"],
    [['-x'], "Unknown option '-x'"],
    [['--json=yes'], "Option '--json' does not take an argument"],
    [['--phase'], "Option '--phase' needs a value"],
    [['--phase', '--json'], "Option '--phase' needs a value"],
    [['-p'], "Option '--phase' needs a value"],
    [['--phase='], "Option '--phase' has an empty value"],
    [['--phase', ''], "Option '--phase' has an empty value"],
    [['--phase', 'RED', '-p', 'GREEN'], "Option '--phase' was given more than once"],
    [['--json', '--json'], "Option '--json' was given more than once"],
    [[''], 'An argument is empty'],
    [['1', '2'], "Unexpected argument '2'"],
    [['--', '1', '--json'], "Unexpected argument '--json'"],
  ])('refuses %j', (argv, message) => {
    expect(refusalOf(argv)).toBe(message);
  });

  it('points from an unexpected argument to --run, if the command has that option', () => {
    const options: Options = { run: { type: 'string', help: 'a run' } };
    expect(() => parseCommandLine({ options }, ['20260113'])).toThrow(
      "Unexpected argument '20260113'. Name a run with --run RUN",
    );
  });

  it('takes no operand when the command has none', () => {
    expect(refusalOf(['1'], 0)).toBe("Unexpected argument '1'");
  });
});
