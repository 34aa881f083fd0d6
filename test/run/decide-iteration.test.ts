import { describe, expect, test } from 'vitest';
import { compileGates } from '../../gates/compile-gates.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { bindGates, createTddMachine } from '../../machines/index.ts';
import { createMemoryLedger } from '../../src/ledger/ledger.ts';
import { decideIteration } from '../../src/run/decide-iteration.ts';
import { openJournal } from '../../src/run/journal.ts';
import type { RunNews } from '../../src/run/run-events.ts';
import { createWorkbench, type RunSite } from '../../src/run/run-site.ts';
import { anIteration, aSignal } from '../gates/an-iteration.ts';

const config = { phases: DEFAULT_PHASES };

/** A site without files: a journal in memory, and a workbench with the facts that a decision looks at. */
const aSite = () => {
  const now = () => new Date('2026-01-13T10:30:00Z');
  const ledger = createMemoryLedger({ now });
  const news: RunNews[] = [];
  const order: string[] = [];
  const journal = openJournal({
    machine: createTddMachine(config).provide(bindGates(config)),
    phases: DEFAULT_PHASES.map(({ phase }) => phase),
    ledger: () => ledger,
    onRecord: ({ type }) => order.push(`ledger ${type}`),
  });
  const workbench = {
    ...createWorkbench(),
    facts: () => ({ exit: { frozen: {}, tests: [], failing: [], tree: 'b2' }, gone: [] }),
  };
  const announce = (event: RunNews) => {
    news.push(event);
    order.push(event.type);
  };
  const site = {
    run: 'a-run',
    gates: compileGates(config),
    journal,
    workbench,
    announce,
    until: null,
  } as unknown as RunSite;
  return { site, ledger, news, order };
};

describe('a decision of the loop', () => {
  test('is on the disk before anybody hears of it', async () => {
    const { site, order } = aSite();
    expect(await decideIteration(site, anIteration('RED'))).toEqual({ go: null });
    expect(order).toEqual(['ledger iteration.decided', 'iteration.decided', 'ledger phase.left', 'phase.left']);
  });

  test('is refused for a record of another run, and nothing is written', async () => {
    const { site, ledger } = aSite();
    await expect(decideIteration(site, anIteration('RED', {}, { run: 'b-run' }))).rejects.toThrow(
      'Cannot decide a record of the run b-run: this is a-run.',
    );
    expect(ledger.records).toEqual([]);
  });

  test('halts for a person when the agent is blocked', async () => {
    const { site, order } = aSite();
    const signal = aSignal(false, { status: 'BLOCKED', blockers: ['no key'] });
    expect(await decideIteration(site, anIteration('RED', {}, { signal }))).toEqual({
      settle: { status: 'needs_human', why: 'The agent is blocked: no key' },
    });
    expect(order.slice(-2)).toEqual(['ledger chart.halted', 'needs.human']);
    expect(site.journal.chart().matches('needsHuman')).toBe(true);
  });

  test('ends the run as stuck when nothing moves any more', async () => {
    const { site } = aSite();
    expect(
      await decideIteration(site, anIteration('RED', { tests_failing: 5, tests_passing: 1 }, { without_progress: 3 })),
    ).toEqual({
      settle: { status: 'stuck', why: 'Exit gate not passing: 3 iterations without progress' },
    });
  });
});
