import { expect, test, describe } from 'vitest';
import { createActor } from 'xstate';
import { headlineOf, type RunView, findEdge, findNode, sayPhase, viewRun } from '../../../src/page/model/run-view.ts';
import type { Live } from '../../../src/view/live.ts';
import { compileGates } from '../../../gates/compile-gates.ts';
import { listClauses } from '../../../gates/list-clauses.ts';
import { headOf } from '../../../src/page/head-of.ts';
import { viewGates } from '../../../src/page/model/clauses.ts';
import { startOf } from '../../../src/records/fold/work-position.ts';
import { NO_PAGE } from '../../../src/page/page-status.ts';
import { makeReport } from '../../../src/page/report/make-report.ts';
import { findRecordedConfig } from '../../../src/records/recorded-config.ts';
import { kindOf, type WorkRecord } from '../../../src/records/records.ts';
import { bindGates, createTddMachine } from '../../../machines/index.ts';
import { hashBytes } from '../../../src/ledger/ledger-record.ts';
import * as ledger from '../report/a-ledger.ts';
import { aLongRun, HEAD, rowsOf, statusOf, reportedOf } from '../a-run.ts';

/** With the hash of its config, of which a path was taken out. */
const whole = ([first, ...rest]: readonly WorkRecord[]): readonly WorkRecord[] =>
  first?.type === 'run.started'
    ? [{ ...first, data: { ...first.data, config_hash: hashBytes(JSON.stringify(first.data.config)) } }, ...rest]
    : rest;
const [FORCED, BLOCKED] = [whole(ledger.FORCED), whole(ledger.BLOCKED)];

const headOfLedger = (records: readonly WorkRecord[]) =>
  headOf(records[0], { run: 'it', going: false, commands: false, at: '' });
const view = (records: readonly WorkRecord[]) =>
  viewRun(headOfLedger(records), reportedOf(records, statusOf(records, NO_PAGE)));
const started = FORCED[0];
const config = started?.type === 'run.started' ? findRecordedConfig(started.data) : null;

describe('the page and the report of one ledger', () => {
  test.each([
    ['completed by force', FORCED],
    ['halted', BLOCKED],
  ])('say the same of it: %s', (_, records) => {
    const shown = view(records);
    const report = makeReport(records, { isGoing: false });
    expect(shown.status).toBe(report.status);
    expect(shown.why).toBe(report.why);
    expect(shown.clock.worked_ms).toBe(report.worked_ms);
    expect(shown.usage).toEqual(report.usage);
    expect(shown.forced.map(({ phase }) => phase)).toEqual(report.commands.forced.map(({ phase }) => phase));
    expect(shown.phases.map(({ phase, agent_ms, tests_ms }) => ({ phase, agent_ms, tests_ms }))).toEqual(
      report.phases.map(({ phase, agent_ms, tests_ms }) => ({ phase, agent_ms, tests_ms })),
    );
    expect(shown.phases.map(({ state }) => (state === 'halted' ? 'open' : state))).toEqual(
      report.phases.map(({ outcome }) => outcome),
    );
  });

  test('the place on the chart is that of the chart itself, after every record', () => {
    if (config === null) throw new Error('The ledger has no config.');
    const phases = config.phases.map(({ phase }) => phase);
    const actor = createActor(createTddMachine(config).provide(bindGates(config))).start();
    let position = startOf(phases);
    for (const record of FORCED) {
      const { chart, moves } = kindOf(record.type);
      const event = chart?.(record.data) ?? null;
      if (event !== null) actor.send(event);
      position = moves?.(record.data)?.(position, phases) ?? position;
      const { value } = actor.getSnapshot();
      const shown = findNode(headOfLedger(FORCED).chart, position)?.id.split('.').at(-1);
      expect([record.type, shown]).toEqual([record.type, typeof value === 'string' ? value : Object.values(value)[0]]);
    }
    actor.stop();
  });

  test('every step that the work took is an edge of the picture', () => {
    const { chart, phases } = headOfLedger(FORCED);
    const names = phases.map(({ phase }) => phase);
    let position = startOf(names);
    const kinds = new Set<string>();
    for (const record of FORCED) {
      position = kindOf(record.type).moves?.(record.data)?.(position, names) ?? position;
      if (position.last === null) continue;
      kinds.add(position.last.kind);
      const edge = chart.edges.find(({ id }) => id === findEdge(chart, position));
      expect(edge?.kind).toBe(position.last.kind);
    }
    expect([...kinds].toSorted()).toEqual(['halt', 'held', 'leave', 'skip']);
  });

  test('the clauses of a gate are those of the gate itself, although the page got them as JSON', () => {
    if (config === null) throw new Error('The ledger has no config.');
    const gates = compileGates(config);
    const reported = JSON.parse(JSON.stringify(headOfLedger(FORCED).phases)) as typeof HEAD.phases;
    let asked = 0;
    for (const record of FORCED) {
      if (record.type !== 'iteration.decided') continue;
      const gate = gates.find(({ phase }) => phase.phase === record.data.decision.phase);
      if (gate === undefined) throw new Error('The ledger has a phase that its config has not.');
      const { gate_1, gate_2 } = listClauses(gate, record.data.record, record.data.decision);
      const shown = viewGates(record.data, reported);
      expect([shown.gate_1.clauses, shown.gate_2.clauses]).toEqual([gate_1, gate_2]);
      asked += gate_1.length;
    }
    expect(asked).toBeGreaterThan(20);
  });

  test('without the clauses only the unmet ones are shown, and nothing is made up', () => {
    const record = FORCED.find((each) => each.type === 'iteration.decided' && !each.data.decision.gate_1.satisfied);
    if (record?.type !== 'iteration.decided') throw new Error('The ledger has no iteration that was held.');
    const { decision } = record.data;
    const shown = viewGates(record.data, []);
    expect(shown.gate_1.clauses.map(({ clause, because, met }) => ({ clause, because, met }))).toEqual(
      decision.gate_1.unmet.map(({ clause, because }) => ({ clause, because, met: false })),
    );
  });
});

test('an unreadable config leaves the phases that the records name', () => {
  const records = aLongRun(3);
  const shown = viewRun({ ...HEAD, phases: [] }, reportedOf(records, statusOf(records, NO_PAGE)));
  expect(shown.phases.map(({ phase, iterations }) => [phase, iterations])).toEqual([
    ['RED', 1],
    ['GREEN', 2],
  ]);
});

test('of a long run the last iterations without a gap are drawn, and all of them are counted, in number and in time', () => {
  const records = aLongRun(40);
  const rows = rowsOf(records);
  const whole = viewRun(HEAD, { rows, status: statusOf(records) });
  const shown = viewRun(HEAD, { rows: [...rows.slice(0, 3), ...rows.slice(30)], status: statusOf(records) });
  expect([shown.count, shown.iterations.length, shown.drawn.map(({ n }) => n)]).toEqual([
    40,
    13,
    [31, 32, 33, 34, 35, 36, 37, 38, 39, 40],
  ]);
  expect(whole.drawn).toEqual(rows);
  const withoutBars = (view: typeof whole) => view.phases.map(({ bars: _bars, ...row }) => row);
  expect(withoutBars(shown)).toEqual(withoutBars(whole));
  expect(whole.phases.map(({ bars, ms }) => ms - bars.reduce((sum, { from, to }) => sum + to - from, 0))).toEqual([
    0, 0, 0, 0,
  ]);
});

const CODE = '4KQ7-M2XA-9TRD-HW5C';
const asking = {
  head: { run: 'a-run' },
  hold: null,
  why: '',
  now: {
    says: 'A person has to approve',
    next: [
      { command: 'dualgate approve 7c9a --code CODE', what: 'let the phase be exited' },
      { command: 'dualgate reject 7c9a -m "why"', what: 'hold the phase' },
    ],
  },
} as unknown as RunView;
const live = {
  wait: { for: 'approval', until: '', why: `dualgate approve 7c9a --code ${CODE}, or dualgate reject 7c9a -m "why"` },
} as unknown as Live;

test('a phase has its gates, its green runs and its holds beside its name', () => {
  const shown = view(BLOCKED);
  expect(shown.phases.map((row) => sayPhase(shown, row))).toEqual(['', 'held 2 ×', '1✗ 2✗ held 1 ×']);
});

test('the command that approves has the code of the wait, as the event of the run has it', () => {
  const { command, others } = headlineOf(asking, { list: null, isNewest: true, live });
  expect(command?.command).toBe(`dualgate approve 7c9a --code ${CODE}`);
  expect(others.map((each) => each.command)).toEqual(['dualgate reject 7c9a -m "why"']);
});

test('without the event, as in a report, the word CODE stands in its place; an older run is named', () => {
  const { command, others } = headlineOf(asking, { list: null, isNewest: false, live: null });
  expect(command?.command).toBe('dualgate approve --run a-run 7c9a --code CODE');
  expect(others.map((each) => each.command)).toEqual(['dualgate reject --run a-run 7c9a -m "why"']);
});
