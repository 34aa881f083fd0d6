import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lastSuite, listShortWaits } from '../../../src/cli/hook/short-waits.ts';
import { HOSTS } from '../../../src/agents/hosts/hosts.ts';
import type { Host } from '../../../src/agents/hosts/host.ts';
import { settingsOf } from '../../../src/agents/hosts/installed-hooks.ts';
import { aFolder } from '../../evidence/a-repository.ts';

const MINUTE = 60_000;

/** A home with the hooks of one program, each limit divided by `divisor`. */
const aHome = async (host: Host, divisor = 1): Promise<{ readonly HOME: string }> => {
  const env = { HOME: await aFolder() };
  const path = settingsOf(host, env);
  mkdirSync(dirname(path), { recursive: true });
  const shorten = (key: string, value: unknown) => (key === 'timeout' ? Number(value) / divisor : value);
  writeFileSync(path, JSON.stringify({ hooks: listed(host) }, shorten));
  return env;
};

const listed = (host: Host) =>
  Object.fromEntries(
    Object.entries(host.hooks(`dualgate hook run ${host.name}`)).map(([event, hook]) => [event, [hook]]),
  );

describe('the hooks of a program', () => {
  for (const host of Object.values<Host>(HOSTS)) {
    test(`of ${host.name} are named when their limit is shorter than the suite, in the units of the program`, async () => {
      const env = await aHome(host, 15);
      expect(listShortWaits(59_000, env)).toEqual([]);
      expect(listShortWaits(2 * MINUTE, env)).toEqual([
        `${host.title} waits 1 min 0 s for the hook of a stop (${settingsOf(host, env)}), and the suite took 2 min 0 s: a turn ends unheld while its tests run. dualgate hook install ${host.name} sets 15 min 0 s.`,
      ]);
    });
  }

  test('as they are installed hold a longer suite by one stop more', async () => {
    const env = await aHome(HOSTS.claude);
    expect(listShortWaits(14 * MINUTE, env)).toEqual([]);
    expect(listShortWaits(16 * MINUTE, env)).toEqual([
      expect.stringContaining('until its tests have run, dualgate asks the agent to end its turn again'),
    ]);
  });

  test('of others, without a limit, and of a file that is no JSON are not named', async () => {
    const env = await aHome(HOSTS.claude);
    const path = settingsOf(HOSTS.claude, env);
    const stop = (hook: object) => JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } });
    for (const text of [
      stop({ command: 'mine', timeout: 1 }),
      stop({ command: 'dualgate hook run claude' }),
      '// no',
    ]) {
      writeFileSync(path, text);
      expect(listShortWaits(MINUTE, env)).toEqual([]);
    }
  });
});

describe('the last run of the whole suite', () => {
  test('is that of the last measurement, else one of the baseline', () => {
    const baseline = { for: 'baseline', runs: 2, ms: 240 } as const;
    expect(lastSuite({ suite_ms: 90, suite_runs: [baseline] })).toBe(90);
    expect(lastSuite({ suite_ms: 0, suite_runs: [{ ...baseline, part: true, ms: 2 }, baseline] })).toBe(120);
    expect(lastSuite({ suite_ms: 0, suite_runs: [] })).toBe(0);
  });
});
