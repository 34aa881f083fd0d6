import { beforeEach, describe, expect, test } from 'vitest';
import { createRun } from '../../../src/run/create-run.ts';
import { findChanges } from '../../../src/run/operator/accept-config.ts';
import { sendOperatorCommand } from '../../../src/run/operator/send-operator-command.ts';
import { readRun } from '../../../src/view/read-run.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { inTurn } from '../../pick-some.ts';
import { aCodeWorkspace, HONEST, type ScriptedTurn, withAnchorsAside } from '../../run/a-workspace.ts';

const slow = inTurn(2, test);

const FILE = 'test/one.test.js';
const { RED, GREEN, REFACTOR } = HONEST;
const TEXT = RED.write[FILE];
const PRETTY = TEXT.replaceAll("'", '"').replace('() =>', '() =>\n ');
const TEST = `${FILE} > AC-1: one is 1`;
const BY = { by: 'ann', reason: 'the expectation is wrong' } as const;

const green = (text: string): ScriptedTurn => ({
  phase: 'GREEN',
  ...GREEN,
  write: { ...GREEN.write, [FILE]: text },
});

/** It stops after one iteration of GREEN, or of REFACTOR if there is one. */
const aRun = async (...turns: readonly ScriptedTurn[]) => {
  const { config } = await aCodeWorkspace([{ phase: 'RED', ...RED }, ...turns], {
    limits: { iterations: turns.some(({ phase }) => phase === 'REFACTOR') ? 3 : 2 },
  });
  const run = createRun({ config });
  const { status } = await run.ended;
  const { state } = await readRun(config);
  const codes = (state.held ?? state.lastExit?.decided)?.record.findings.map(({ code }) => code) ?? [];
  return { config, run: run.id, status, state, codes };
};

describe.skipIf(!hasGit)('a test file that was reformatted (needs git)', () => {
  beforeEach(withAnchorsAside);

  slow('holds no phase, is named in each, and stays frozen as it was', async () => {
    const { status, state, codes } = await aRun(green(PRETTY), { phase: 'REFACTOR', ...REFACTOR });
    expect(status).toBe('completed');
    expect(codes).toEqual(['tests.reformatted']);
    expect(state.frozen[FILE]).toBe(state.exits['RED']?.frozen[FILE]);
  });

  slow('holds as any change does when a later phase changes more than its format, and can be accepted', async () => {
    const weak = PRETTY.replace('one(), 1', '1, 1');
    const refactor = { phase: 'REFACTOR', ...REFACTOR, write: { ...REFACTOR.write, [FILE]: weak } };
    const { config, run, status, codes } = await aRun(green(PRETTY), refactor);
    expect(status).toBe('stuck');
    expect(codes).toEqual(['tampering.changed', 'tampering.way_out']);
    expect((await findChanges(config, run)).files).toEqual([{ path: FILE, what: 'changed' }]);
  });

  slow('is no change that an operator could accept, and no edit of a reopened test', async () => {
    const { config, run, state } = await aRun(
      { ...green(PRETTY), iteration: 1, signal: false },
      { phase: 'GREEN', signal: true },
    );
    expect(state.held?.record).toMatchObject({ phase: 'GREEN', metrics: { tests_intact: true } });
    expect((await findChanges(config, run)).files).toEqual([]);
    const command = { command: 'reopen', test: TEST, ...BY } as const;
    expect(await sendOperatorCommand({ config, run, command })).toMatchObject({ taken: true });
    expect((await createRun({ config, resume: run, until: 'GREEN' }).ended).status).toBe('paused');
    const { reopened, lastExit } = (await readRun(config)).state;
    expect(reopened).toMatchObject([{ file: FILE, state: 'closed' }]);
    expect(lastExit?.decided?.record.findings.map(({ code }) => code)).toEqual(['tests.reformatted']);
  });
});
