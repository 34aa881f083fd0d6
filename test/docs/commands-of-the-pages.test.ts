/**
 * Every command and option that a page names exists: in fences of a shell, and in code spans that begin with `dualgate`, or
 * with the name of a command and have an option.
 */
import { describe, expect, test } from 'vitest';
import type { CommandHelp } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { fencesOf, proseOf, readPages } from './pages.ts';

const HELPS = new Map<string, CommandHelp>(
  await Promise.all(COMMANDS.map(async ({ name, help }) => [name, await help()] as const)),
);
/** Started by dualgate itself, or the begin of a message. */
const NO_COMMANDS = new Set(['signal', 'watchdog', 'crashed']);

/** `dualgate` may be left out where an option shows that a command is meant. */
const CALL = /^\s*(?:\S+=\S+ )*(?:npx )?(dualgate )?([a-z][a-z-]*)\b(.*)$/;

/** The problems of one line of a shell, or of one code span. */
const findProblems = (line: string): readonly string[] => {
  const [, program, name = '', rest = ''] = CALL.exec(line) ?? [];
  const help = HELPS.get(name);
  if (help === undefined) return program === undefined || NO_COMMANDS.has(name) ? [] : [`${line}: no command ${name}`];
  // Words in quotes, comments and a next program are no options of this one.
  const own = rest.replaceAll(/"[^"]*"|'[^']*'/g, '').split(/\s#|[|;&]/)[0] ?? '';
  const known = new Set(['help', ...Object.keys(help.options)]);
  return [...own.matchAll(/(?:^|\s)--([a-z][a-z-]*)/g)].flatMap(([, option = '']) =>
    known.has(option) ? [] : [`${line}: ${name} has no --${option}`],
  );
};

const LINES = readPages()
  // Decisions name what was rejected, too.
  .filter(({ path }) => path !== 'CHANGELOG.md' && !path.startsWith('docs/decisions/'))
  .flatMap((page) => {
    const inFences = fencesOf(page).flatMap(({ language, source }) => (language === 'sh' ? source.split('\n') : []));
    const prose = proseOf(page).replaceAll(/^ *```.*$/gm, '');
    const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replaceAll(/\s+/g, ' '));
    return [...inFences, ...spans.filter((span) => /^dualgate |^[a-z-]+ --/.test(span))].map(
      (line) => [page.path, line] as const,
    );
  });

describe('the pages', () => {
  test('name only commands and options that exist', () => {
    expect(LINES.filter(([, line]) => line.includes('dualgate ')).length).toBeGreaterThan(150);
    expect(LINES.flatMap(([path, line]) => findProblems(line).map((each) => `${path}: ${each}`))).toEqual([]);
  });

  test('name every command', () => {
    const named = new Set(LINES.map(([, line]) => /\bdualgate ([a-z]+)/.exec(line)?.[1]));
    expect(COMMANDS.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
  });
});

test.each([
  ['dualgate paralel', ['dualgate paralel: no command paralel']],
  ['npx dualgate run --worker 4 # four', ['npx dualgate run --worker 4 # four: run has no --worker']],
  ['run --until RED', []],
  ['run --unless RED', ['run --unless RED: run has no --unless']],
  ['dualgate guide "use --force" | cat --all', []],
  ['npm install --global dualgate', []],
])('of `%s`, the problems are %j', (line, problems) => {
  expect(findProblems(line)).toEqual(problems);
});
