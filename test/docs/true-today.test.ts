import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PRESETS } from '../../src/agent-programs/presets.ts';
import { runHelp } from '../../src/cli/help/run.help.ts';
import { readPage, ROOT } from './pages.ts';

const README = readPage('README.md').text.replaceAll(/\s+/g, ' ');
const DECISIONS = readdirSync(join(ROOT, 'docs/decisions'));

/** Features of today: the words in which a page would deny one, and its place in the code. */
const EXISTS: readonly (readonly [denied: RegExp, where: string])[] = [
  [/parallel tasks|several tasks at once/i, 'src/cli/help/run.help.ts#workers'],
  [/work items? on (?:another|other) machines?/i, 'src/leases/remote-leases.ts'],
  [/resum\w+ on another machine/i, 'src/work-items'],
  [/\bfleets?\b/i, 'src/restate'],
  [/issues? of GitHub|pull requests?/i, 'src/cli/help/run.help.ts#pr'],
  [/\bsandbox on Linux/i, 'src/sandbox/bubblewrap.ts'],
];

/** Each option or key that reaches another machine, as README names it. */
const CONNECTS = ['--issue', '--pr', 'work_items.remote', 'serve'];

const listOf = (start: string): string => {
  const from = README.indexOf(start);
  expect(from).toBeGreaterThan(0);
  return README.slice(from, README.indexOf('.', README.indexOf(':', from)));
};

describe('README', () => {
  test('denies nothing that a command does', () => {
    const denied = listOf('Not supported yet:');
    for (const [words, where] of EXISTS) {
      const [path = '', option] = where.split('#');
      expect(existsSync(join(ROOT, path)), path).toBe(true);
      if (option !== undefined) expect(Object.keys(runHelp.options ?? {})).toContain(option);
      expect({ where, denied: words.test(denied) }).toEqual({ where, denied: false });
    }
  });

  test('names what reaches another machine, and each of it exists', () => {
    const says = README.slice(README.indexOf('**Does it need a key'), README.indexOf('## Quick starts'));
    expect(CONNECTS.filter((each) => !says.includes(`\`${each}\``))).toEqual([]);
    expect(says).not.toMatch(/connects to no service[,.](?! on its own)/);
    for (const option of ['issue', 'pr']) expect(Object.keys(runHelp.options ?? {})).toContain(option);
    expect(readFileSync(join(ROOT, 'docs/reference/dualgate.schema.json'), 'utf8')).toContain('"remote"');
    expect(existsSync(join(ROOT, 'src/cli/commands/fleet/serve.command.ts'))).toBe(true);
  });

  test('counts the agents that there are', () => {
    const words = ['six', 'seven', 'eight', 'nine', 'ten'];
    expect(README).toContain(`all ${words[Object.keys(PRESETS).length - 6]} agents`);
  });
});

describe('docs/architecture.md', () => {
  const { text } = readPage('docs/architecture.md');

  test('names every step of an iteration', () => {
    const steps = readdirSync(join(ROOT, 'src/loop/steps'));
    expect(steps.filter((file) => !text.includes(`src/loop/steps/${file}`))).toEqual([]);
  });

  test('shows every folder in which work is held, and only folders that exist', () => {
    const diagram = text.slice(0, text.indexOf('subgraph charts'));
    const shown = [...diagram.matchAll(/src\/([\w-]+)/g)].map(([, folder = '']) => folder);
    for (const folder of shown) expect(existsSync(join(ROOT, 'src', folder)), folder).toBe(true);
    const held = ['agents', 'hosts', 'leases', 'ledger', 'restate', 'run', 'session', 'work', 'work-items'];
    expect(held.filter((folder) => !shown.includes(folder))).toEqual([]);
  });
});

test('two decisions about queues say which queue each of them means', () => {
  const read = (number: string) => {
    const file = DECISIONS.find((name) => name.startsWith(number)) ?? '';
    return readFileSync(join(ROOT, 'docs/decisions', file), 'utf8');
  };
  expect(read('0056')).toMatch(/On Restate, a ledger does not travel/);
  expect(read('0056')).toContain('](0057-runs-that-travel.md)');
  expect(read('0057')).toContain('](0056-a-fleet-on-restate.md)');
});
