/**
 * The cost of a decision with 10, 100 and 1,000 items, whose agents take no time: in this process, over the refs of a
 * remote, and on a real Restate server. Of 1,000 items 100 decide, so that it takes minutes. Core milliseconds are those of all
 * processes: they hardly depend on other work of the machine.
 * `DUALGATE_RESTATE=FOLDER npx vitest bench --run test/bench/fleet`
 */
import { loadavg } from 'node:os';
import { bench, describe } from 'vitest';
import { busyMsOf, hasRestate } from '../queue/restate/a-server.ts';
import { AT_ONCE, forEach, inProcess, onRestate, overRefs, type Place } from './fleet-places.ts';

const SIZES = [
  { items: 10, working: 10, rounds: 4 },
  { items: 100, working: 100, rounds: 2 },
  { items: 1_000, working: 100, rounds: 1 },
];

const PLACES = [
  { name: 'in process', open: inProcess },
  { name: 'over refs', open: overRefs },
  ...(hasRestate ? [{ name: 'on Restate', open: onRestate }] : []),
];

const percentile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);

const rows: (readonly string[])[] = [
  ['items', 'place', 'decisions/s', 'beside', 'p50 ms', 'p95 ms', 'core ms', 'memory'],
];

/** Printed as a whole after each place: a bench that is ended early has shown what it measured. */
const printTable = (): void => {
  const widths = [5, 10, 11, 7, 8, 8, 7, 0];
  const lines = rows.map((row) =>
    row.map((cell, n) => cell.padStart(n > 1 ? (widths[n] ?? 0) : 0).padEnd(widths[n] ?? 0)),
  );
  console.log(
    `${AT_ONCE} at a time, load ${loadavg()[0]?.toFixed(1)}\n${lines.map((line) => line.join('  ').trimEnd()).join('\n')}`,
  );
};

describe.each(SIZES)('a decision of each of $working among $items items', ({ items, working, rounds }) => {
  let perSecondInProcess = 0;
  for (const { name, open } of PLACES) {
    let place: Place | null = null;
    let before = 0;
    let [wholeMs, coreMs] = [0, 0];
    const times: number[] = [];
    bench(
      `${items} items, ${name}`,
      async () => {
        const now = place;
        if (now === null) return;
        const [started, busy] = [performance.now(), busyMsOf(process.pid) + now.busyMs()];
        await forEach(working, async (n) => {
          const from = performance.now();
          await now.decide(n);
          times.push(performance.now() - from);
        });
        wholeMs += performance.now() - started;
        coreMs += busyMsOf(process.pid) + now.busyMs() - busy;
      },
      {
        iterations: rounds,
        time: 0,
        warmupIterations: 0,
        warmupTime: 0,
        setup: async (_task, mode) => {
          if (mode !== 'run') return;
          before = process.memoryUsage().rss;
          place = await open({ items, working });
        },
        teardown: async (_task, mode) => {
          if (mode !== 'run' || place === null) return;
          const perSecond = (times.length / wholeMs) * 1_000;
          if (name === 'in process') perSecondInProcess = perSecond;
          const sorted = times.toSorted((a, b) => a - b);
          const each = Math.round(Math.max(0, process.memoryUsage().rss - before) / working / 1_024);
          rows.push([
            String(items),
            name,
            perSecond.toFixed(1),
            `1/${(perSecondInProcess / perSecond).toFixed(1)}`,
            percentile(sorted, 0.5),
            percentile(sorted, 0.95),
            (coreMs / times.length).toFixed(0),
            [`${each} KB a run here`, place.describe()].filter((each) => each !== '').join(', '),
          ]);
          printTable();
          await place.remove();
        },
      },
    );
  }
});
