/**
 * The cases of `presets.jsonl`: each as the record that the loop would write, with real lists in a folder. Everything
 * that a case does not say is as it should be.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type CompiledGate, compileGates } from '../../../gates/compile-gates.ts';
import type { IterationRecord } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import type { ConfigPresetName } from '../../../src/signals/systems/systems.ts';
import { type Config, parseConfig } from '../../../src/read-config/parse-config.ts';
import { type ListsAtStart, readPlans } from '../../../src/evidence/criteria.ts';
import { measureIndicators } from '../../../src/evidence/measures/exit-gate.measure.ts';
import { plans as planMeasure } from '../../../src/evidence/measures/plans.measure.ts';
import { signalOfCase } from '../../../src/signals/signal-of-case.ts';
import { anIteration, READY } from '../../gates/an-iteration.ts';

/** A case of a preset's own gate. */
export interface PresetCase {
  readonly id: string;
  readonly preset: ConfigPresetName;
  /** @default GREEN */
  readonly phase?: 'RED' | 'GREEN';
  /** The agent's last message. */
  readonly transcript: string;
  /** The prompt. */
  readonly prompt?: string;
  /** Keys of the config over the preset's. */
  readonly exit_gate?: Readonly<Record<string, unknown>>;
  /** The list when the run began, and as it is. */
  readonly tasks?: readonly [string] | readonly [string, string];
  readonly plans?: readonly [string] | readonly [string, string];
  /** @default true */
  readonly criteria_addressed?: boolean;
  readonly metrics?: Metrics;
  readonly expected: { readonly gate_1: boolean; readonly gate_2: boolean | null; readonly can_exit: boolean };
}

export const PRESET_CASES: readonly PresetCase[] = readFileSync(new URL('presets.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as PresetCase);

/** @param folder - for its lists, which are replaced */
export const recordPresetCase = async (
  each: PresetCase,
  folder: string,
): Promise<{ readonly config: Config; readonly gate: CompiledGate; readonly record: IterationRecord }> => {
  const { preset, phase = 'GREEN', transcript, prompt = '', exit_gate, tasks, plans, metrics: spoil = {} } = each;
  const text = stringify({
    preset,
    work: { spec: 'spec.md' },
    agent: { command: ['agent'] },
    tests: { command: ['node', '--test'] },
    ...(exit_gate === undefined ? {} : { exit_gate }),
  });
  const config = parseConfig(text, { path: join(folder, 'dualgate.yaml'), readFile: () => '' });
  const gate = compileGates(config).find((compiled) => compiled.phase.phase === phase);
  if (gate === undefined) throw new Error(`no ${phase}`);
  const lists: Record<string, ListsAtStart[keyof ListsAtStart]> = {};
  const kinds = [
    ['tasks', tasks, '@fix_plan.md'],
    ['plans', plans, 'ROADMAP.md'],
  ] as const;
  for (const [kind, list, path] of kinds) {
    writeFileSync(join(folder, path), list?.at(-1) ?? '');
    const items = readPlans(list?.[0] ?? '', config.plans?.optional ?? []).map(({ name }) => name);
    lists[kind] = { path, items };
  }
  const said = join(folder, 'said');
  writeFileSync(said, transcript);
  const { dialect } = config.signals;
  if (dialect === 'auto') throw new Error('no preset has it');
  const signal = signalOfCase({ phase, dialect, transcript });
  const measured = { ...READY[phase], ...spoil };
  const indicators = await measureIndicators({
    config,
    gate,
    said: { transcript: said, prompt },
    turn: { outcome: 'ok', exit_code: 0, ms: 1 },
    signal,
    known: measured,
    criteriaAddressed: each.criteria_addressed ?? true,
    threshold: null,
  });
  const { metrics: ofPlans } = await planMeasure.measure({ config, run: { lists } });
  const record = anIteration(phase, { ...measured, ...indicators.metrics, ...ofPlans }, { signal });
  return { config, gate, record };
};
