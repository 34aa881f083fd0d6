/** A run that stands in RED, without files or processes: its journal is kept in memory, its clock is the test's. */
import { compileGates } from '../../../gates/compile-gates.ts';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import { bindGates, type BreakerRules, createTddMachine, DEFAULT_BREAKER_RULES } from '../../../machines/index.ts';
import { createMemoryLedger } from '../../../src/ledger/ledger.ts';
import { openJournal } from '../../../src/records/journal.ts';
import { createStopwatch, type RunContext } from '../../../src/loop/run-context.ts';
import type { RunEventBody } from '../../../src/records/run-events.ts';
import { aStart } from '../../records/a-start.ts';

const START = '2026-01-13T03:00:00.000Z';

const LIMITS = {
  iterations: 50,
  minutes: 480,
  max_refactor_iterations: 5,
  cost: 50,
  tokens: 1_000_000,
  calls_per_hour: 100,
};

/** @param rules - of the breaker, where they differ @param limits - likewise */
export const aMemoryContext = (rules: Partial<BreakerRules> = {}, limits: Partial<typeof LIMITS> = {}) => {
  const clock = { at: Date.parse(START) };
  const now = () => new Date(clock.at);
  const breaker = { ...DEFAULT_BREAKER_RULES, ...rules };
  const config = {
    phases: DEFAULT_PHASES,
    signals: { dialect: 'prp', require_nonce: true, phase_map: {} },
    limits: { ...LIMITS, ...limits },
    circuit_breaker: { ...breaker, backoff_ms: 5_000 },
  };
  const ledger = createMemoryLedger({ now });
  const events: RunEventBody[] = [];
  const journal = openJournal({
    machine: createTddMachine(config).provide(bindGates(config)),
    phases: DEFAULT_PHASES.map(({ phase }) => phase),
    ledger: () => ledger,
    onRecord: () => {},
    emit: (event) => events.push(event),
  });
  journal.write('run.started', aStart({ config: null, breaker }));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what these steps ask for is there
  const context = {
    run: 'a-run',
    config,
    gates: compileGates(config),
    journal,
    emit: (event: RunEventBody) => events.push(event),
    now,
    stopwatch: createStopwatch({ now, ticks: () => clock.at }),
    until: null,
    agent: { program: 'my-agent' },
  } as unknown as RunContext;
  return { context, journal, ledger, events, clock };
};
