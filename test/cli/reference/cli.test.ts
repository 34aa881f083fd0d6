/** Holds docs/reference/cli.md equal to the commands. `UPDATE=1 npx vitest run test/cli/reference` updates it. */
import { describe, expect, it } from 'vitest';
import { type CommandEntry, type CommandHelp, type Option, RUN_EXITS } from '../../../src/cli/command.ts';
import { COMMANDS } from '../../../src/cli/commands.ts';
import { HIDDEN_COMMANDS } from '../../../src/cli/hidden-commands.ts';
import { EXIT } from '../../../src/cli/terminal/io.ts';
import { renderOption, describeUsage } from '../../../src/cli/main.ts';
import { EXIT_CODES } from '../../../src/index.ts';
import { holdPage } from './hold-page.ts';

const describeOption = ([name, option]: readonly [string, Option]): string => {
  const short = option.short === undefined ? '' : `\`-${option.short}\`, `;
  return `| ${short}\`${renderOption(name, option)}\` | ${option.help} |`;
};

const describeCommand = ({ name, summary }: CommandEntry, command: CommandHelp): string => {
  const { operands, options, notes = [], examples = [], exits } = command;
  return [
    `## ${name}`,
    '',
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    '',
    `    ${describeUsage(name, operands)}`,
    '',
    ...(Object.keys(options).length === 0
      ? []
      : ['| option | meaning |', '| --- | --- |', ...Object.entries(options).map(describeOption), '']),
    ...notes.flatMap((note) => [note, '']),
    ...(examples.length === 0 ? [] : [...examples.map((each) => `    ${each}`), '']),
    `Exit codes: ${Object.entries(exits)
      .map(([code, meaning]) => `${code} ${meaning}`)
      .join('; ')}.`,
  ].join('\n');
};

describe('docs/reference/cli.md', () => {
  it('shows every command with its options and exit codes', async () => {
    const sections = await Promise.all(COMMANDS.map(async (entry) => describeCommand(entry, await entry.help())));
    const { found, wanted } = holdPage('cli.md', 'commands', sections.join('\n\n'));
    expect(found).toBe(wanted);
  });
});

describe('exit codes', () => {
  it('of a run are those of the library', () => {
    expect(Object.keys(RUN_EXITS).map(Number)).toEqual([...new Set(Object.values(EXIT_CODES))].sort((a, b) => a - b));
  });

  it('of a command are never those that every command has', async () => {
    const common: ReadonlySet<number> = new Set([EXIT.usage, EXIT.broken, EXIT.config]);
    for (const { help } of [...COMMANDS, ...HIDDEN_COMMANDS])
      expect(Object.keys((await help()).exits).filter((code) => common.has(Number(code)))).toEqual([]);
  });
});
