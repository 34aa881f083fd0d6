/**
 * Every number and sentence that printers of a run share, on recorded runs: against a naive count over the raw lines of the ledger, and
 * against one another. The count knows nothing of our folds: it is made from JSON and loops.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listAnnotations } from '../../src/cli/github/list-annotations.ts';
import { renderExplanation } from '../../src/cli/render/explanation.ts';
import { renderStatus } from '../../src/cli/show-status.ts';
import { stampFormat } from '../../src/ledger/format.ts';
import { hashBytes, type LedgerRecord, parseLine, sealRecord } from '../../src/ledger/ledger-record.ts';
import { headOf } from '../../src/page/head-of.ts';
import { viewRun } from '../../src/page/model/run-view.ts';
import { pageStatusOf } from '../../src/page/page-status.ts';
import { placeRecords } from '../../src/page/report/read-page.ts';
import { phaseAt } from '../../src/records/fold/work-position.ts';
import { foldLedger } from '../records/fold-ledger.ts';
import { findRecordedConfig } from '../../src/records/recorded-config.ts';
import { asWorkRecord } from '../../src/records/records.ts';
import { makeReport, renderReports } from '../../src/page/report/make-report.ts';
import { describeUsage, showCount, showDay, showDuration } from '../../src/base/text/amounts.ts';
import { explainIteration } from '../../src/view/explain/explain-iteration.ts';
import { describeStatus } from '../../src/view/run-status.ts';
import { clauseLines, restOfWork, sayCauseOfHold } from '../../src/records/say-hold.ts';
import { statusNow } from '../../src/view/next-steps.ts';
import { renderStatePage } from '../../src/view/past-ends.ts';

const TESTS = join(import.meta.dirname, '..');
const RECORDED = join(TESTS, 'recorded/runs');
const readLines = (path: string): readonly string[] => readFileSync(path, 'utf8').trimEnd().split('\n');

const RUNS: readonly (readonly [name: string, lines: readonly string[]])[] = [
  ...readdirSync(RECORDED).map((name) => [name, readLines(join(RECORDED, name, 'ledger.jsonl'))] as const),
  ['with voids, guidance, a halt and a forced exit', readLines(join(TESTS, 'page/report/ledgers/forced.jsonl'))],
];

// oxlint-disable-next-line typescript/no-explicit-any -- a line as it stands there
type Raw = any;

/** The recorded run with these records behind its first decision that held, and nothing else. */
const withEnd = (end: (phase: string, iteration: number) => readonly (readonly [type: string, data: object])[]) => {
  const lines = readLines(join(TESTS, 'page/report/ledgers/forced.jsonl'));
  const held = lines.findIndex(
    (line) => line.includes('"type":"iteration.decided"') && line.includes('"can_exit":false'),
  );
  const { at, data }: Raw = JSON.parse(lines[held] ?? '{}');
  const more = end(data.record.phase, data.record.iteration + 1);
  const prev = '0'.repeat(64);
  const written = more.map(
    ([type, own], n) =>
      sealRecord({ seq: held + 1 + n, at: new Date(at), type, data: stampFormat({ ...own }), prev }).line,
  );
  return [...lines.slice(0, held + 1), ...written];
};

const BREAKER = {
  from: 'CLOSED',
  why: 'no progress',
  no_progress: 3,
  same_error: 0,
  failed_turns: 0,
  no_exit: 0,
  openings: 1,
};
const GIVEN = { by: 'ann', reason: 'x' };
const MADE: typeof RUNS = [
  [
    'that waits for its breaker, for its provider and for the next try, while a person speaks to it',
    withEnd((phase, iteration) => {
      const open = { ...BREAKER, phase, to: 'OPEN', open_until: '2026-11-22T09:00:00.000Z', exhausted: false };
      const turn = { phase, iteration, attempt: 1 };
      return [
        ['breaker.changed', open],
        ['operator.guided', { phase, by: 'ann', text: 'x' }],
        ['breaker.changed', { ...open, from: 'OPEN', to: 'HALF_OPEN', open_until: null, cooled_down: true }],
        ['turn.started', { ...turn, nonce_hash: null }],
        [
          'turn.discarded',
          { ...turn, outcome: 'rate_limited', why: 'a limit', wait_until: '2026-11-22T10:00:00.000Z' },
        ],
        ['operator.accepted', { ...GIVEN, phase, files: {}, tests: [] }],
        ['turn.discarded', { ...turn, outcome: 'crashed', why: 'it crashed', wait_until: '2026-11-22T11:00:00.000Z' }],
        ['turn.started', { ...turn, attempt: 2, nonce_hash: null }],
        ['breaker.changed', { ...open, open_until: null, exhausted: true }],
        ['run.ended', { status: 'stuck', why: 'no progress', exit_code: 1 }],
      ];
    }),
  ],
  [
    'that is aborted over a phase that is held',
    withEnd(() => [
      ['operator.aborted', GIVEN],
      ['run.ended', { status: 'aborted', why: 'Aborted by ann: x', exit_code: 2 }],
    ]),
  ],
];

interface Clause {
  readonly whole: string;
  readonly name: string;
}

const FOLDED = /^(?:also not met|not measured): (.+)$/;
const foldedIn = (said: readonly string[]): readonly string[] =>
  said.flatMap((line) => FOLDED.exec(line)?.[1]?.split(/; |, /) ?? []);
/** The clauses that the lines of a hold say: whole, or by name in one of two lines. */
const namedIn = (said: readonly string[]): ReadonlySet<string> =>
  new Set([...said.filter((line) => !FOLDED.test(line)), ...foldedIn(said)]);
const nameIn =
  (said: readonly string[]) =>
  ({ whole, name }: Clause): string =>
    said.includes(whole) ? whole : name;
const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Loops over what stands in the lines. */
const count = (lines: readonly string[]) => {
  const raw: readonly Raw[] = lines.map((line) => JSON.parse(line));
  const of = (type: string) => raw.filter((each) => each.type === type);
  const phases: readonly string[] = raw[0].data.config.phases.map((each: Raw) => each.phase);
  const placeOf = (each: Raw) => (each.type === 'iteration.decided' ? each.data.record.phase : each.data.phase);
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

  // Place of the work: behind the last exit.
  let at = 0;
  for (const each of raw) if (each.type === 'phase.exited') at = phases.indexOf(each.data.phase) + 1;
  // A loop was active from each beginning to the end that was recorded for it, or to the last word of it.
  let worked = 0;
  let since: number | null = null;
  let until = 0;
  for (const each of raw) {
    const now = Date.parse(each.at);
    if (each.type === 'run.started' || each.type === 'run.resumed') {
      if (since !== null) worked += until - since;
      since = until = now;
    }
    if (since === null) continue;
    if (!each.type.startsWith('operator.') && each.data.outcome !== 'cut_off') until = Math.max(until, now);
    if (each.type === 'run.ended') {
      worked += until - since;
      since = null;
    }
  }
  if (since !== null) worked += until - since;

  const last = raw.findLastIndex((each) => each.type === 'iteration.decided');
  const isOver = of('operator.aborted').length > 0;
  const isHeld =
    last >= 0 &&
    raw[last].data.decision.can_exit === false &&
    !raw.slice(last).some((each) => /^(?:phase\.exited|operator\.(?:skipped|rolled_back))$/.test(each.type)) &&
    !isOver;
  const decided = isHeld ? raw[last].data : null;
  const whyHeld = ({ decision: { halt, reason } }: Raw): string => (halt === undefined ? reason : halt.says);
  // The last message, except for a person's.
  const { type: saidLast, data: said } = raw.findLast(({ type }) => !/^operator\.(?:guided|accepted)$/.test(type));
  const isOpened = saidLast === 'breaker.changed' && said.to === 'OPEN' && said.open_until !== null && !said.exhausted;
  const isDiscarded = saidLast === 'turn.discarded' && said.wait_until !== undefined;
  const end = raw.findLast((each) => each.type === 'run.ended' || each.type === 'run.resumed');
  const ending = end?.type === 'run.ended' ? end.data : null;
  const used = of('turn.ended').flatMap((each) => each.data.turn.usage ?? []);
  const isUnder = (phase: string) => (each: Raw) => placeOf(each) === phase;
  return {
    run: raw[0].data.run as string,
    spec: raw[0].data.config.work.spec as string,
    began: raw[0].at as string,
    at: raw.at(-1).at as string,
    worked_ms: worked,
    phases,
    phase: isOver ? null : (phases[at] ?? null),
    // A decision takes the chart on; the record of the exit comes behind it.
    is_leaving:
      raw.findLastIndex((each) => each.data.decision?.can_exit === true || each.type === 'operator.skipped') >
      raw.findLastIndex((each) => each.type === 'phase.exited'),
    status: (ending?.status ?? 'crashed') as string,
    why: (ending?.why ?? 'It crashed: the process ended without recording a result') as string,
    exit_code: (ending?.exit_code ?? null) as number | null,
    forced: of('operator.skipped').map(({ at: when, data: { phase, by, reason } }) => ({
      phase,
      by,
      reason,
      at: when,
    })),
    usage:
      used.length === 0
        ? null
        : {
            input_tokens: sum(used.map((each) => each.input_tokens)),
            output_tokens: sum(used.map((each) => each.output_tokens)),
            cost_usd: used.every((each) => each.cost_usd === null) ? null : sum(used.map((each) => each.cost_usd ?? 0)),
          },
    clauses: (decided === null
      ? []
      : [...decided.decision.gate_1.unmet, ...decided.decision.gate_2.unmet].map(({ clause, because }: Raw) => ({
          whole: `${clause}: ${because}`,
          // Two lines count what the others say once more.
          name: because.endsWith('was not measured') ? because.split(' ')[0] : clause,
        }))) as readonly Clause[],
    reason: decided === null ? null : whyHeld(decided),
    iteration: (decided?.record.iteration ?? null) as number | null,
    wait: isOpened
      ? { for: 'breaker', until: said.open_until as string, why: said.why as string }
      : isDiscarded
        ? {
            for: said.outcome === 'rate_limited' ? 'provider' : 'retry',
            until: said.wait_until as string,
            why: said.why as string,
          }
        : null,
    failing: (decided?.record.failing.length ?? 0) as number,
    by_phase: phases.map((phase) => {
      const own = of('iteration.decided').filter(isUnder(phase));
      const held = own.filter((each) => each.data.decision.can_exit === false);
      const clauses: readonly string[] = held.flatMap(({ data: { decision } }) =>
        [...decision.gate_1.unmet, ...decision.gate_2.unmet].map((each: Raw) => each.clause),
      );
      return {
        phase,
        iterations: own.length,
        held_iterations: held.length,
        discarded_turns: of('turn.discarded').filter(isUnder(phase)).length,
        agent_ms: sum(
          of('turn.ended')
            .filter(isUnder(phase))
            .map((each) => each.data.turn.ms),
        ),
        tests_ms: sum(
          of('tests.ended')
            .filter(isUnder(phase))
            .map((each) => each.data.ms),
        ),
        held: Object.fromEntries(clauses.map((clause) => [clause, clauses.filter((each) => each === clause).length])),
        last_held: held.length === 0 ? null : whyHeld(held.at(-1)?.data),
        is_begun: raw.some(isUnder(phase)),
        is_exited: raw.some((each) => each.type === 'phase.exited' && each.data.phase === phase),
        is_forced: of('operator.skipped').some(isUnder(phase)),
      };
    }),
  };
};

/** The config of the ledger of the older run, of which a path was taken out after it was hashed, with the hash of what is there. */
const sealStart = (record: LedgerRecord): LedgerRecord =>
  record.type === 'run.started'
    ? { ...record, data: { ...record.data, config_hash: hashBytes(JSON.stringify(record.data['config'])) } }
    : record;

/** First part of every printer, each made in its own way. */
const show = (lines: readonly string[]) => {
  const sealed = lines.map((line) => sealStart(parseLine(line)));
  const records = sealed.map(asWorkRecord);
  const [started] = records;
  const config = started?.type === 'run.started' ? findRecordedConfig(started.data) : null;
  const head = sealed.at(-1);
  if (config === null || head === undefined) throw new Error('The ledger has no config.');
  const phases = config.phases.map(({ phase }) => phase);
  const { state } = foldLedger(phases, sealed);
  const status = describeStatus({ state, phases, phase: phaseAt(state.sums.position), head });
  const { fold, rows } = placeRecords(records);
  const page = viewRun(headOf(started, { run: 'it', going: false, commands: false, at: '' }), {
    rows,
    status: pageStatusOf(fold),
  });
  return {
    records,
    status,
    now: statusNow(status, { isGoing: false }),
    report: makeReport(records, { isGoing: false }),
    page,
  };
};

const roundCost = (usage: ReturnType<typeof count>['usage']) =>
  usage === null || usage.cost_usd === null ? usage : { ...usage, cost_usd: Math.round(usage.cost_usd * 1e6) / 1e6 };

describe.each([...RUNS, ...MADE])('the run %s', (_, whole) => {
  test('is shown with the same numbers by status, report and page, after every record', () => {
    for (let length = 1; length <= whole.length; length += 1) {
      const lines = whole.slice(0, length);
      const naive = count(lines);
      const { records, status, now, report, page } = show(lines);
      const where = `after record ${length - 1}`;
      const { run, spec, began, at, worked_ms, phase, status: name, why } = naive;
      const usage = roundCost(naive.usage);

      expect({ run: status.run, spec: status.spec, began: status.began, worked_ms: status.worked_ms }, where).toEqual({
        run,
        spec,
        began,
        worked_ms,
      });
      expect({ status: now.status, why: now.why }, where).toEqual({ status: name, why });
      expect(status.head.at, where).toBe(at);
      expect(status.usage.run, where).toEqual(usage);
      expect(status.forced_exits, where).toEqual(naive.forced);
      const said = status.held?.unmet ?? [];
      expect([...namedIn(said)].sort(), where).toEqual(naive.clauses.map(nameIn(said)).sort());
      expect(status.held?.halt?.says ?? status.held?.reason ?? null, where).toBe(naive.reason);
      expect(status.phases, where).toEqual(naive.phases);
      if (!naive.is_leaving) expect(status.phase, where).toBe(phase);

      expect(report, where).toMatchObject({
        run,
        spec,
        began,
        at,
        worked_ms,
        status: name,
        why,
        usage,
        exit_code: naive.exit_code,
        phase: status.phase,
        phases: status.by_phase,
        held: status.held,
        next: now.next,
      });
      expect(report.commands.forced, where).toEqual(naive.forced);
      for (const { command } of now.next) expect(renderStatus(status, null), where).toContain(`  ${command}`);

      expect({ status: page.status, why: page.why, began: page.began, worked_ms: page.clock.worked_ms }, where).toEqual(
        {
          status: name,
          why,
          began,
          worked_ms,
        },
      );
      expect(phaseAt(page.position), where).toBe(status.phase);
      expect(page.usage, where).toEqual(usage);
      expect(page.decided, where).toBe(naive.by_phase.reduce((all, { iterations }) => all + iterations, 0));
      // A page begins with the same cause, and has the same conditions and lines.
      const begin = (texts: readonly string[]) => texts.map((text) => onOneLine(text).slice(0, 60));
      const { held } = status;
      expect(begin((page.hold?.lines ?? []).map(({ text }) => text)), where).toEqual(
        begin(held === null ? [] : restOfWork(held).map(({ text }) => text)),
      );
      expect(begin(page.hold?.clauses ?? []), where).toEqual(
        begin(held === null ? [] : clauseLines(held).map(({ text }) => text)),
      );
      const cause = held === null ? null : onOneLine(sayCauseOfHold(held)).slice(0, 60);
      expect(page.hold?.cause.slice(0, 60) ?? null, where).toBe(cause);
      expect(status.held?.failing_count ?? 0, where).toBe(naive.failing);
      // The meaning of the recorded words stands behind them.
      const reason = naive.reason?.slice(0, 60) ?? null;
      const results = [page.hold?.cause ?? null, page.hold?.reason ?? null];
      expect(
        results.map((each) => each?.slice(0, reason?.length) ?? null),
        where,
      ).toContain(reason);
      expect(page.hold?.iteration ?? null, where).toBe(naive.iteration);
      if (naive.reason !== null) {
        const explained = explainIteration({ run, records }, { iteration: null, phase: null });
        const [, behind = ''] =
          renderExplanation(explained)
            .split('\n')[0]
            ?.split(`: held. ${naive.reason.replace(/\.$/, '')}`) ?? [];
        expect(behind, where).toMatch(/^(?:\.|: .+\.)$/);
        expect(page.iterations.findLast((each) => each.gate_1 !== null)?.reason, where).toBe(naive.reason);
      }
      expect([status.waits, page.waits], where).toEqual([naive.wait, naive.wait]);
      const active = renderStatePage({ ...status, status: 'running', why: '', began: true, at, ends: [] });
      expect(/^- Waits: until ([^,]*), /m.exec(active)?.[1] ?? null, where).toBe(
        naive.wait === null ? null : showDay(naive.wait.until),
      );
      const waiting = renderStatus(status, { pid: 1, since: at }, { now: 0 });
      // A cooldown stands with the counts of the breaker, which no such record moves.
      const clock =
        naive.wait === null || naive.wait.for === 'breaker'
          ? ''
          : new Date(naive.wait.until).toTimeString().slice(0, 8);
      expect(/^waits until ([\d:]*)/m.exec(waiting)?.[1] ?? '', where).toBe(clock);
      expect(
        page.forced.map(({ phase: name, by, reason }) => ({ phase: name, by, reason })),
        where,
      ).toEqual(naive.forced.map(({ phase: name, by, reason }) => ({ phase: name, by, reason })));

      for (const [i, reported] of naive.by_phase.entries()) {
        const { is_begun, is_exited, is_forced, held, last_held, ...numbers } = reported;
        const shown = status.by_phase[i];
        expect(shown, where).toMatchObject(numbers);
        expect(Object.fromEntries((shown?.held ?? []).map(({ text, count: often }) => [text, often])), where).toEqual(
          held,
        );
        expect(shown?.last_held?.reason ?? null, where).toBe(last_held);
        if (!naive.is_leaving)
          expect(shown?.outcome, where).toBe(
            is_exited ? (is_forced ? 'forced' : 'exited') : is_begun || reported.phase === phase ? 'open' : 'ahead',
          );
        const row = page.phases[i];
        const { iterations, agent_ms, tests_ms } = reported;
        expect(row, where).toMatchObject({ iterations, held: reported.held_iterations, agent_ms, tests_ms });
        expect(row?.state === 'halted' ? 'open' : row?.state, where).toBe(shown?.outcome);
        // The page's iterations give the same sum.
        const drawn = page.iterations.filter((each) => each.phase === reported.phase);
        const inAll = (name: 'agent_ms' | 'tests_ms' | 'discarded') => drawn.reduce((all, each) => all + each[name], 0);
        expect([inAll('agent_ms'), inAll('tests_ms'), inAll('discarded')], where).toEqual([
          agent_ms,
          tests_ms,
          reported.discarded_turns,
        ]);
        expect(drawn.filter((each) => each.gate_1 !== null).length, where).toBe(iterations);
      }
    }
  });

  test('is printed with the same numbers and sentences', () => {
    const naive = count(whole);
    const { records, status, now, report } = show(whole);
    const { status: name, why, phases, phase, clauses, by_phase } = naive;
    const inAll = (name: 'iterations' | 'discarded_turns' | 'agent_ms' | 'tests_ms'): number =>
      by_phase.reduce((all, each) => all + each[name], 0);
    const steps = now.next.map(({ command }) => command);

    const screen = renderStatus(status, null);
    const lines = screen.split('\n');
    expect(lines[0]).toContain(naive.run);
    const said = status.held?.unmet ?? [];
    for (const clause of said) expect(screen).toContain(`- ${clause}`);
    expect([...namedIn(said)].sort()).toEqual(clauses.map(nameIn(said)).sort());
    for (const { text } of status.held === null ? [] : restOfWork(status.held)) expect(screen).toContain(text);
    if (status.held !== null) expect(screen).toContain(sayCauseOfHold(status.held));
    if (naive.usage !== null) expect(screen).toContain(`used: ${describeUsage(naive.usage)}`);
    expect(lines).toContain(`ledger: ${showCount(whole.length, 'record')}, the last at ${showDay(naive.at)}`);
    if (name !== 'crashed') expect(lines[0]?.toLowerCase()).toContain(why.toLowerCase());
    for (const command of steps) expect(screen).toContain(`  ${command}`);

    const markdown = renderReports([report]);
    expect(markdown.split('\n')[0]).toBe(`# ${name.toUpperCase()}: \`${naive.spec}\``);
    expect(markdown).toContain(`Run: ${naive.run}, from ${showDay(naive.began)} to ${showDay(naive.at)}`);
    expect(markdown).toContain(
      `Run time: ${showDuration(naive.worked_ms)} (agent turns ${showDuration(inAll('agent_ms'))}, test runs ${showDuration(inAll('tests_ms'))}); ${showCount(inAll('iterations'), 'iteration')}, ${showCount(inAll('discarded_turns'), 'discarded turn')}`,
    );
    // The report does not recommend itself.
    const others = steps.filter((command) => command !== 'dualgate report');
    expect([...markdown.matchAll(/^- (next|or): `([^`]+)`/gm)].map(([, label, command]) => [label, command])).toEqual(
      others.map((command, n) => [n === 0 ? 'next' : 'or', command]),
    );
    expect(markdown.match(/^- » /gm) ?? []).toHaveLength(naive.forced.length);

    const state = renderStatePage({ ...status, ...now, began: true, at: naive.at, ends: [] });
    expect(state).toContain(`Status: ${name.toUpperCase()}`);
    expect(state).toContain(`As of: ${showDay(naive.at)}`);
    if (phase !== null) expect(state).toContain(`Phase: ${phase} (${phases.indexOf(phase) + 1} of ${phases.length})`);
    expect(state.match(/^- (?:Next: )?`(?:dualgate|git switch) /gm) ?? []).toHaveLength(steps.length);
    for (const command of steps) expect(state).toContain(`\`${command}\`: `);

    const annotations = listAnnotations(report, { folder: '/w', root: '/w' });
    expect(annotations.filter(({ title }) => title === 'dualgate: forced exit')).toHaveLength(naive.forced.length);
    if (name === 'needs_human' || name === 'crashed') {
      const cause =
        status.held === null || sayCauseOfHold(status.held) === why
          ? []
          : [{ title: 'dualgate: held', message: sayCauseOfHold(status.held) }];
      expect(annotations).toMatchObject([
        ...cause,
        { title: `dualgate: ${name}`, message: why },
        ...annotations.slice(cause.length + 1),
      ]);
      expect(annotations.flatMap(({ title, message }) => (title === 'dualgate: not met' ? [message] : []))).toEqual(
        status.held?.unmet ?? [],
      );
    }

    const explained = explainIteration({ run: naive.run, records }, { iteration: null, phase: null });
    const words = renderExplanation(explained);
    for (const { whole } of clauses) expect(words).toContain(`  - ${whole}`);
    if (naive.reason !== null) expect(words.split('\n')[0]).toContain(naive.reason);
  });
});

test('ten runs and more are compared, and among them are those that ended in every way', () => {
  const counted = [...RUNS, ...MADE].map(([, lines]) => count(lines));
  expect(RUNS.length).toBeGreaterThan(10);
  expect([...new Set(counted.map(({ status }) => status))].toSorted()).toEqual([
    'aborted',
    'completed',
    'crashed',
    'needs_human',
    'paused',
    'stuck',
  ]);
  expect(counted.some(({ forced }) => forced.length > 0)).toBe(true);
  expect(counted.some(({ clauses }) => clauses.length > 1)).toBe(true);
});
