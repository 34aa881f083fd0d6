import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { readConfig } from '../../src/read-config/read-config.ts';
import { hashGates } from '../../src/restate/hash-gates.ts';
import { judgeEnd, judgeMove } from '../../src/restate/objects/judge-move.ts';
import { submitWork } from '../../src/restate/submit-work.ts';
import { workSchema } from '../../src/restate/work.ts';
import { readSite } from '../../src/restate/worker/site.ts';
import { anIteration } from '../gates/an-iteration.ts';
import { makeTempFolder } from '../ledger/temp-folder.ts';

const WORK = {
  item: 'specs-one',
  repository: 'ssh://git@host/project.git',
  commit: 'a'.repeat(40),
  config: 'packages/app/dualgate.yaml',
  spec: null,
  gates: '0'.repeat(64),
};

describe('submitted work', () => {
  test('is plain: nothing in it starts a program or leads out of the repository', () => {
    expect(workSchema.safeParse(WORK).data).toEqual(WORK);
    const refused = [
      { repository: 'ext::sh -c "touch owned"' },
      { repository: '--upload-pack=touch owned' },
      { config: '../dualgate.yaml' },
      { config: '/etc/dualgate.yaml' },
      { spec: 'specs/../../one.md' },
      { item: '../one' },
      { item: 'one/two' },
      { commit: 'main' },
      { gates: '' },
      { more: 1 },
    ];
    expect(refused.filter((change) => workSchema.safeParse({ ...WORK, ...change }).success)).toEqual([]);
  });
});

describe('work of an agent session', () => {
  test('is not submitted: no worker has the session of a person', async () => {
    const folder = makeTempFolder();
    const config = { work: { spec: 'a.md' }, agent: { use: 'session' }, tests: { command: 'node --test' } };
    writeFileSync(join(folder, 'dualgate.yaml'), JSON.stringify(config));
    const submitted = submitWork({ config: readConfig({ cwd: folder }), client: { submit: () => expect.fail() } });
    await expect(submitted).rejects.toThrow(
      'Cannot submit the work: `agent: { use: session }` waits for the session of a person. Use an agent that dualgate starts.',
    );
  });
});

describe('the hash of gates', () => {
  const config = { phases: DEFAULT_PHASES };

  test('is the same for the same gates, and another for each part that decides', () => {
    const [red, ...rest] = DEFAULT_PHASES;
    const changed = [
      { phases: rest },
      { phases: [{ ...red, limits: { max_iterations: 3 } }, ...rest] },
      { phases: [{ ...red, gate_1: { ...red.gate_1, condition: 'tests_failing > 0' } }, ...rest] },
      { ...config, integrity: 'warn' as const },
      { ...config, confirmations: 5 },
    ];
    const all = [config, ...changed].map((each) => hashGates(each as typeof config));
    expect(new Set(all).size).toBe(all.length);
    expect(hashGates({ phases: structuredClone(DEFAULT_PHASES) })).toBe(all[0]);
  });
});

describe('the engine', () => {
  const event = { type: 'ITERATION', record: anIteration('RED', {}) } as const;
  const RED = { working: 'red' };
  const GREEN = { working: 'green' };

  test('agrees only with a decision that moves its chart in the same way', () => {
    expect(judgeMove({ event, can_exit: true }, RED, GREEN)).toBeNull();
    expect(judgeMove({ event, can_exit: true }, RED, 'completed')).toBeNull();
    expect(judgeMove({ event, can_exit: false }, RED, RED)).toBeNull();
    expect(judgeMove({ event: { type: 'HALT', why: 'x' }, can_exit: null }, RED, 'needsHuman')).toBeNull();
    expect(judgeMove({ event, can_exit: false }, RED, GREEN)).toBe(
      'The worker and the engine decided RED, iteration 1 differently: the worker held it, the engine exited the phase.',
    );
    for (const before of [GREEN, 'needsHuman', 'completed', null])
      expect(judgeMove({ event, can_exit: false }, before, before)).toMatch(
        /^The worker decided RED, iteration 1, but/,
      );
    // A decision that is missing agrees with nothing.
    expect(judgeMove({ event, can_exit: null }, RED, RED)).not.toBeNull();
  });

  test('agrees only with an end that its chart has reached', () => {
    expect(judgeEnd('completed', 'completed')).toBeNull();
    expect(judgeEnd('aborted', 'aborted')).toBeNull();
    expect(judgeEnd('stuck', 'needsHuman')).toBeNull();
    expect(judgeEnd('stuck', RED)).toBeNull();
    expect([judgeEnd('completed', RED), judgeEnd('completed', 'aborted'), judgeEnd('stuck', 'completed')]).toEqual([
      'The worker says completed, but the chart of the engine is in {"working":"red"}.',
      'The worker says completed, but the chart of the engine is in "aborted".',
      'The worker says stuck, but the chart of the engine is in "completed".',
    ]);
  });
});

describe('a folder of checkouts', () => {
  test('keeps its name, and another folder has another', () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'dualgate-')));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const site = readSite(join(folder, 'one'));
    expect(readSite(join(folder, 'one'))).toBe(site);
    expect(readSite(join(folder, 'two'))).not.toBe(site);
  });
});
