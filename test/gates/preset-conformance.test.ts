import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decide } from '../../gates/decide.ts';
import { PRESET_CASES, type PresetCase, recordPresetCase } from '../doctor/conformance/a-preset-case.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const answer = async (each: PresetCase) => {
  const { gate, record } = await recordPresetCase(each, folder);
  const decision = decide(gate, record);
  return { gate_1: decision.gate_1.satisfied, gate_2: record.signal.value, can_exit: decision.can_exit };
};

describe("each preset's own gate", () => {
  test.each(['ralph', 'cub', 'gsd'])('%s has cases for it and against it', (preset) => {
    const own = PRESET_CASES.filter((each) => each.preset === preset);
    expect(own.filter(({ expected }) => expected.can_exit).length).toBeGreaterThan(0);
    expect(own.filter(({ expected }) => !expected.gate_1).length).toBeGreaterThan(2);
    expect(own.filter(({ expected }) => expected.gate_1 && !expected.can_exit).length).toBeGreaterThan(0);
  });

  test.each(PRESET_CASES.map((each) => [each.id, each] as const))('%s', async (_id, each) => {
    const { gate_1, gate_2, can_exit } = each.expected;
    expect(await answer(each)).toEqual({ gate_1, gate_2, can_exit });
  });
});
