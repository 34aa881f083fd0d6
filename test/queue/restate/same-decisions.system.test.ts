import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initialTransition, transition } from 'xstate';
import { describe, expect } from 'vitest';
import { compileGates, type TddConfig } from '../../../gates/compile-gates.ts';
import type { IterationRecord } from '../../../gates/iteration.ts';
import { bindGates, createTddMachine, type TddEvent, type TddMachine } from '../../../machines/index.ts';
import { answerCase } from '../../../src/doctor/conformance/answer-case.ts';
import type { ConformanceCase } from '../../../src/doctor/conformance/measure-case.ts';
import { configOfCase, recordCase } from '../../../src/doctor/conformance/record-case.ts';
import { parseLine } from '../../../src/ledger/ledger-record.ts';
import { asWorkRecord, kindOf } from '../../../src/records/records.ts';
import { readRecordedConfig } from '../../../src/records/recorded-config.ts';
import { createIngress, type Ingress } from '../../../src/queue/restate/engine-leases.ts';
import { hashGates } from '../../../src/queue/restate/lease.object.ts';
import { loadSdk } from '../../../src/queue/restate/serve-fleet.ts';
import { casesOf } from '../../doctor/conformance/a-case.ts';
import { PRESET_CASES, type PresetCase, recordPresetCase } from '../../doctor/conformance/a-preset-case.ts';
import { test } from '../../end-to-end/a-home.ts';
import { aServer, hasRestate } from './a-server.ts';
import { serveObjects } from './serve-objects.ts';

const RECORDED = join(import.meta.dirname, '../../recorded/runs');

/** Events for a chart under a config, in process and on the engine. */
interface Replayed {
  readonly name: string;
  readonly config: TddConfig;
  readonly events: readonly TddEvent[];
}

/** An iteration in its phase: the phases before it are skipped. */
const replayRecord = (name: string, config: TddConfig, record: IterationRecord): Replayed => {
  const skip = { type: 'SKIP', by: 'test', reason: 'before the case' } as const;
  const before = config.phases.findIndex(({ phase }) => phase === record.phase);
  return { name, config, events: [...Array.from({ length: before }, () => skip), { type: 'ITERATION', record }] };
};

const replayCase = (asked: ConformanceCase): Replayed => {
  const { id, preset, phase, context } = asked;
  const own = configOfCase(preset);
  const max_iterations = context.max_iterations ?? Number.POSITIVE_INFINITY;
  const phases = own.phases.map((each) => ({ ...each, limits: { ...each.limits, max_iterations } }));
  const config = { ...own, phases };
  const gate = compileGates(config).find((each) => each.phase.phase === phase);
  if (gate === undefined) throw new Error(`${id}: no ${phase}`);
  return replayRecord(id, config, recordCase(asked, gate));
};

const replayPresetCase = async (asked: PresetCase, home: string): Promise<Replayed> => {
  const { config, record } = await recordPresetCase(asked, home);
  return replayRecord(`presets.jsonl-${asked.id}`, config, record);
};

const replayLedger = (name: string): Replayed => {
  const records = readFileSync(join(RECORDED, name, 'ledger.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => asWorkRecord(parseLine(line)));
  const [first] = records;
  if (first?.type !== 'run.started') throw new Error(`${name}: no start`);
  const events = records.flatMap((record) => kindOf(record.type).chart?.(record.data) ?? []);
  return { name, config: readRecordedConfig(first.data), events };
};

const machineOf = (config: TddConfig): TddMachine => createTddMachine(config).provide(bindGates(config));

/** State of the chart after each event. */
const statesInProcess = ({ config, events }: Replayed): readonly unknown[] => {
  const machine = machineOf(config);
  let [state] = initialTransition(machine);
  return events.map((event) => {
    [state] = transition(machine, state, event);
    return state.value;
  });
};

const statesOnEngine = async (
  ingress: Ingress,
  chart: string,
  { name, events }: Replayed,
): Promise<readonly unknown[]> => {
  await ingress.call(chart, name, 'create');
  const values: unknown[] = [];
  for (const event of events)
    values.push(Reflect.get(Object(await ingress.call(chart, name, 'send', { event })), 'value'));
  return values;
};

/** A chart for each config, all in one endpoint. */
const compare = async (home: string, replayed: readonly Replayed[]): Promise<void> => {
  await using server = await aServer(home);
  const { adapter } = await loadSdk();
  const charts = new Map<string, { readonly chart: string; readonly config: TddConfig }>();
  const keyOf = ({ config }: Replayed): string => JSON.stringify([hashGates(config), config.phases]);
  for (const each of replayed)
    if (!charts.has(keyOf(each))) charts.set(keyOf(each), { chart: `chart-${charts.size}`, config: each.config });
  const objects = [...charts.values()].map(({ chart, config }) => adapter.xstate(chart, machineOf(config)));
  await using _endpoint = await serveObjects(server, objects);
  const ingress = createIngress(server.ingress);
  const found = await Promise.all(
    replayed.map(async (each) => [
      each.name,
      await statesOnEngine(ingress, charts.get(keyOf(each))?.chart ?? '', each),
    ]),
  );
  expect(found).toEqual(replayed.map((each) => [each.name, statesInProcess(each)]));
};

describe.skipIf(!hasRestate)('the chart on a real Restate server (needs DUALGATE_RESTATE)', () => {
  test('decides every conformance case and every recorded run as in this process', async ({ home }) => {
    const asked = ['scenarios.jsonl', 'own.jsonl', 'signals.jsonl'].flatMap((file) =>
      casesOf(file).map((each) => ({ ...each, id: `${file}-${each.id}` })),
    );
    const cases = asked.map(replayCase);
    for (const each of PRESET_CASES) cases.push(await replayPresetCase(each, home));
    const runs = readdirSync(RECORDED).map(replayLedger);
    // The move of the chart is the answer of the case, where no operator forced it.
    const moves = cases.map((each) => {
      const [after, before] = [
        initialTransition(machineOf(each.config))[0].value,
        ...statesInProcess(each),
      ].toReversed();
      return [each.name, JSON.stringify(after) !== JSON.stringify(before)];
    });
    expect(moves).toEqual([
      ...asked.map((each) => {
        const { answer } = answerCase(each);
        return [each.id, answer.can_exit && !answer.forced];
      }),
      ...PRESET_CASES.map(({ id, expected }) => [`presets.jsonl-${id}`, expected.can_exit]),
    ]);
    expect({ cases: cases.length, runs: runs.length }).toEqual({ cases: 207, runs: 11 });
    await compare(home, [...cases, ...runs]);
  });
});
