import { EMPTY_BASELINE } from '../../../src/records/fold/work-state.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { compileGates } from '../../../gates/compile-gates.ts';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import { findAutoProblem, readExitSignal } from '../../../src/loop/turn/read-exit-signal.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dualgate-word-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

const APM2 =
  '{"protocol":"apm2_agent_exit","version":"1.0.0","phase_completed":"IMPLEMENTATION","exit_reason":"completed"}';
const CONTEXT = {
  config: { signals: { dialect: 'auto', require_nonce: true, phase_map: {} } },
  gates: compileGates({ phases: DEFAULT_PHASES }),
  journal: { state: () => ({ baseline: EMPTY_BASELINE }) },
} as const;

const read = async (said: string, exit_code = 0) => {
  const transcript = join(folder, 'said');
  writeFileSync(transcript, said);
  const { value, dialect, reason } = await readExitSignal(CONTEXT, {
    phase: 'GREEN',
    iteration: 1,
    nonce: null,
    turn: { outcome: exit_code === 0 ? 'ok' : 'crashed', exit_code, ms: 0 },
    transcript,
    commandSignals: [],
  });
  return { value, dialect, reason };
};

describe('signals.dialect: auto', () => {
  test.each([
    ['prp', '---PRP_PHASE_STATUS---\nEXIT_SIGNAL: true\n---END_PRP_PHASE_STATUS---\n'],
    ['ralph', '---RALPH_STATUS---\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---\n'],
    ['cub', 'EXIT_STATUS: COMPLETE\nEXIT_REASON: all there\n'],
    ['doyaken', 'DOYAKEN_STATUS:\n  PHASE_COMPLETE: true\n'],
  ])('finds the dialect %s', async (dialect, said) => {
    expect(await read(said)).toEqual({ value: true, dialect, reason: 'explicit_true' });
  });

  test('takes an APM2 signal only where the environment switches the protocol on', async () => {
    vi.stubEnv('AGENT_EXIT_PROTOCOL_ENABLED', 'yes');
    expect(await read(APM2)).toEqual({ value: true, dialect: 'apm2', reason: 'explicit_true' });
    vi.stubEnv('AGENT_EXIT_PROTOCOL_ENABLED', 'false');
    expect(await read(APM2)).toEqual({ value: null, dialect: 'apm2', reason: 'protocol_disabled' });
  });

  test('names no dialect where nothing was found, or nothing is read', async () => {
    expect(await read('Done.\n')).toEqual({ value: null, dialect: null, reason: 'signal_missing' });
    expect(await read('EXIT_STATUS: COMPLETE\n', 1)).toEqual({ value: null, dialect: null, reason: 'agent_failed' });
  });

  test('keeps a run from starting', () => {
    const signals = { require_nonce: true, phase_map: {} };
    expect(findAutoProblem({ signals: { ...signals, dialect: 'auto' } })).toBe(
      'signals.dialect is auto, which only dualgate check can use: a run needs one dialect. Name one of prp, ralph, cub, doyaken and apm2.',
    );
    expect(findAutoProblem({ signals: { ...signals, dialect: 'prp' } })).toBeNull();
  });
});
