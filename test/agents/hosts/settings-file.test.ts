import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { carryOut, planInstall, planRemoval } from '../../../src/cli/hook/settings-file.ts';
import { HOSTS } from '../../../src/agents/hosts/hosts.ts';
import { findHookProblems, isInstalled, readSettings } from '../../../src/agents/hosts/installed-hooks.ts';

const { claude } = HOSTS;

let home = '';
let workspace = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dualgate-'));
  workspace = join(home, 'project');
  mkdirSync(workspace);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const env = () => ({ HOME: home, XDG_STATE_HOME: join(home, 'state'), PATH: process.env['PATH'] });
const path = () => join(home, '.claude', 'settings.json');
const write = (text: string, at = path()): void => {
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, text);
};
/** Ends in the words by which ours is found. */
const commandThat = (script: string): string => {
  const at = join(home, 'bin', 'dualgate');
  write(`#!/bin/sh\n${script}\n`, at);
  return `/bin/sh ${at} hook run claude`;
};
const GOOD = 'exit 0';
/** As a program writes them that keeps no comments. */
const inOneLine = (text: string): string => JSON.stringify(readSettings(text));
const install = (command = commandThat(GOOD)): string => {
  const change = planInstall(claude, command, env());
  carryOut(change, env());
  return change.after ?? '';
};

describe('hooks in settings', () => {
  const MINE = '{"hooks":[{"command":"mine"  }]}';
  test.each([
    ['keep every digit of a number', '{"a":1e400,"b":12345678901234567890,"c":"\\u00e9\\/"}'],
    [
      'keep comments and a comma at the end',
      '// mine\n{\n  // why\n  "theme": "dark", /* so */\n  // last\n}\n// end\n',
    ],
    ['keep hooks of others as they are written', `{"hooks": {"Stop": [ ${MINE} ],\n"Other": "x"}}`],
    ['keep hooks of others on one line', `{"hooks":{"Stop":[${MINE}]}}`],
    [
      'keep hooks of others with comments',
      `{\n"hooks": {\n"Stop": [\n${MINE}, // mine\n],\n"Notification": [] // none\n}\n}`,
    ],
    ['keep tabs and line ends', '{\r\n\t"theme": "dark"\r\n}\r\n'],
  ])('%s', (_what, before) => {
    write(before);
    const after = install();
    const settings = readSettings(after);
    expect(Object.keys(Object(Object(settings)['hooks']))).toEqual(expect.arrayContaining(['Stop', 'PreToolUse']));
    // A second time it changes nothing, and removed after a change they leave what was there.
    expect(planInstall(claude, commandThat(GOOD), env()).after).toBe(after);
    for (const [changed, expected] of [
      [`${after}\n`, before],
      [inOneLine(after), inOneLine(before)],
    ] as const) {
      write(changed);
      const removed = planRemoval(claude, env()).after ?? '';
      expect(readSettings(removed)).toEqual(readSettings(expected));
      expect(removed).not.toContain('hook run');
      if (expected === before)
        for (const word of before.match(/1e400|12345678901234567890|\\u00e9|\/\/ \w+|\/\*.*?\*\/|\t"theme"/g) ?? [])
          expect(removed).toContain(word);
    }
  });

  test('that were installed before others are removed from before them', () => {
    const ours = '{"hooks":[{"command":"dualgate hook run claude"}]}';
    write(`{"hooks":{"Stop":[${ours}, /* mine */ ${MINE}],"PreToolUse":[${ours}]}, "theme": "dark"}`);
    expect(planRemoval(claude, env()).after).toBe(`{"hooks":{"Stop":[ /* mine */ ${MINE}]}, "theme": "dark"}`);
  });

  test('of a file that is no JSON are printed as lines to paste, and the file stays', () => {
    write('{ "theme": }');
    expect(() => planInstall(claude, 'dualgate hook run claude', env())).toThrow(
      /^Cannot change .+: it is not JSON \(ValueExpected in line 1\)\. Repair it, or add these lines by hand:\n {2}"hooks": \{\n {4}"Stop": \[/,
    );
  });
});

describe('hooks that do not run', () => {
  const look = (trialMs?: number) => findHookProblems(workspace, env(), trialMs === undefined ? {} : { trialMs });
  const again = 'Install it again: dualgate hook install claude.';

  test('are none where all is well, or where nothing is installed', async () => {
    expect(await look()).toEqual([]);
    install();
    expect(isInstalled(claude, env())).toBe(true);
    expect(await look()).toEqual([]);
  });

  test.each([
    ['the settings of the user', () => path()],
    ['the settings of the project', () => join(workspace, '.claude', 'settings.json')],
    ['the settings of the project that are not shared', () => join(workspace, '.claude', 'settings.local.json')],
  ])('are switched off in %s', async (_where, place) => {
    write('{ "disableAllHooks": true /* for now */ }', place());
    expect(await look()).toEqual([]);
    install();
    const off = `Claude Code runs no hook: ${place()} has disableAllHooks: true. Remove it, or nothing holds the agent.`;
    expect(await look()).toEqual([off]);
    // Those of the plugin do not run either.
    const settings = readSettings(readFileSync(place(), 'utf8'));
    rmSync(path(), { force: true });
    write(JSON.stringify({ ...Object(settings), hooks: {}, enabledPlugins: { 'dualgate@dualgate': true } }), place());
    expect(await look()).toEqual([off]);
  });

  test.each([
    [
      'a command that is gone',
      () => '/gone/node /gone/dualgate hook run claude',
      'names /gone/node, which does not exist',
    ],
    ['a program that is not found', () => 'no-such-dualgate hook run claude', 'names a program that is not found'],
    ['a command that fails', () => commandThat('exit 3'), 'fails (exit code 3)'],
    ['a command that never answers', () => commandThat('exec sleep 600'), 'does not answer in 0.5 s'],
  ])('have %s', async (_what, command, why) => {
    install(command());
    expect(await look(500)).toEqual([`A hook of Claude Code ${why}: ${command()}. ${again}`]);
  });

  test('are in settings that are no JSON any more', async () => {
    write('{ "a": "dualgate hook run claude" },');
    expect(await look()).toEqual([
      `Claude Code cannot read ${path()}: it is not JSON (EndOfFileExpected in line 1). Repair it.`,
    ]);
  });

  test('are those of a plugin without the program', async () => {
    write('{ "enabledPlugins": { "dualgate@dualgate": true } }');
    const without = { ...env(), PATH: join(home, 'bin') };
    mkdirSync(without.PATH);
    expect(await findHookProblems(workspace, without)).toEqual([
      'A hook of Claude Code names a program that is not found: dualgate hook run claude. Install dualgate in PATH.',
    ]);
    commandThat(GOOD);
    chmodSync(join(without.PATH, 'dualgate'), 0o755);
    expect(await findHookProblems(workspace, without)).toEqual([]);
  });

  test('are never tried where the workspace names them', async () => {
    const ran = join(home, 'ran');
    write(
      JSON.stringify({ hooks: { Stop: [{ hooks: [{ command: `touch ${ran}; dualgate hook run claude` }] }] } }),
      join(workspace, '.claude', 'settings.json'),
    );
    install();
    expect(await look()).toEqual([]);
    expect(existsSync(ran)).toBe(false);
  });
});
