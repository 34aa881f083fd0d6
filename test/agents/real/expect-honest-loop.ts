/** The whole loop by one real agent program with an honest model, and everything that must be true of it afterwards. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Preset } from '../../../src/agents/programs/preset.ts';
import type { PresetName } from '../../../src/agents/programs/presets.ts';
import { anchorFolder, readAnchor } from '../../../src/ledger/anchor.ts';
import { verifyLedger } from '../../../src/ledger/verify-ledger.ts';
import { readRun } from '../../../src/view/read-run.ts';
import { HONEST } from '../../run/a-workspace.ts';
import { EXPECTED } from '../programs/expected.ts';
import { TOKENS } from '../model-server/protocols/protocol.ts';
import { listMarked, runWhole, type WholeRun } from './a-whole-run.ts';
import { HONEST_TURNS } from './honest-turns.ts';
import { AGREED, leftBy, reasonsOf, signalsOf, turnsOf } from './run-events.ts';

const PHASES = ['RED', 'GREEN', 'REFACTOR', 'DOCUMENT'];

/** End of a completed run. */
export const COMPLETED = { status: 'completed', why: 'Every phase was exited by both of its gates', exit_code: 0 };

/** Runs RED to DOCUMENT, one turn each. @returns the run, for what is true of one program only */
export const expectHonestLoop = async (preset: Preset<PresetName>): Promise<WholeRun> => {
  const whole = await runWhole(preset, HONEST_TURNS, { agent: { timeout: '100s' } });
  const { events, ended, workspace } = whole;
  expect({ ended, turns: turnsOf(events).map(({ outcome, error }) => ({ outcome, error })) }).toEqual({
    ended: COMPLETED,
    turns: PHASES.map(() => ({ outcome: 'ok', error: undefined })),
  });
  expect(leftBy(events)).toEqual(PHASES);
  expect(reasonsOf(events)).toEqual(PHASES.map(() => AGREED));
  expect(signalsOf(events)).toEqual(PHASES.map(() => 'explicit_true'));
  const written = { ...HONEST.RED.write, ...HONEST.REFACTOR.write, ...HONEST.DOCUMENT.write };
  const read = (path: string) => readFileSync(join(workspace, path), 'utf8');
  expect(Object.fromEntries(Object.keys(written).map((path) => [path, read(path)]))).toEqual(written);
  await expectSoundLedger(whole);
  expect({ running: listMarked(whole.id), outward: whole.outward }).toEqual({ running: [], outward: [] });
  return whole;
};

/** The chain holds up to the anchor outside the workspace, and says the same as the run did. */
const expectSoundLedger = async ({ id, ledger, config }: WholeRun): Promise<void> => {
  const anchor = readAnchor(anchorFolder(process.env), id);
  expect(await verifyLedger(ledger, anchor)).toMatchObject({
    ok: true,
    problems: [],
    head: { seq: anchor?.seq, hash: anchor?.hash },
  });
  const { phase, status, records } = await readRun(config);
  const { status: ending, why } = COMPLETED;
  expect({ phase, ending: status.ending, forced: status.forced_exits }).toEqual({
    phase: null,
    ending: { status: ending, why },
    forced: [],
  });
  expect(records.at(-1)).toMatchObject({ type: 'run.ended', data: COMPLETED });
};

/** Use that the ledger states for the run: the total, and the sum over its phases. */
export const usedBy = async ({ config }: WholeRun): Promise<object> => {
  const { run, phases } = (await readRun(config)).status.usage;
  const input_tokens = Object.values(phases).reduce((sum, used) => sum + used.input_tokens, 0);
  return { run, phases: Object.keys(phases), input_tokens };
};

/**
 * The same by the model: every question of the agent, at what it told of each. Questions without tools are not the
 * agent's work (a title, a summary), and not all programs count them.
 */
export const reportedBy = (preset: Preset<PresetName>, { model }: WholeRun): object => {
  const { usage } = EXPECTED[preset.name].honest.extracted;
  if (usage === null) return { run: null, phases: [], input_tokens: 0 };
  const questions = model.requests.filter(({ tools }) => tools.length > 0).length;
  const tokens = { input_tokens: questions * TOKENS.input, output_tokens: questions * TOKENS.output };
  const cost_usd = usage.cost_usd === null ? null : expect.any(Number);
  return { run: { ...tokens, cost_usd }, phases: PHASES, input_tokens: tokens.input_tokens };
};
