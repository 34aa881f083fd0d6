import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { aFinding } from '../evidence/findings/a-finding.ts';
import { pageEventOf } from '../../src/page/inspector/server/show-run.ts';
import { trimRecord, PageError, readPageParts, embedJson, renderPage } from '../../src/page/render-page.ts';
import type { WorkRecord } from '../../src/records/records.ts';
import { FORCED } from './report/a-ledger.ts';
import { hashBytes } from '../../src/ledger/ledger-record.ts';
import { headOf } from '../../src/page/head-of.ts';
import type { PageFile } from '../../src/page/page-data.ts';
import { placed, rowsOf, statusOf } from './a-run.ts';

const PARTS = { script: 'const a = "</script><!--";', style: 'p::after { content: "</style>" }' };
const HOSTILE = '</script><script>alert(1)</script><!-- <script> & \u2028\u2029 "\'';
const TOLD = { run: 'r', going: false, commands: false, at: '2026-01-13T10:00:00.000Z' };

const aFile = (spec: string): PageFile => ({
  v: 1,
  runs: [
    {
      ...headOf(FORCED[0], TOLD),
      spec,
      rows: rowsOf(FORCED),
      status: statusOf(FORCED),
      records: placed(FORCED).map(({ n, said, ...each }) => ({ ...trimRecord(each), n, said })),
      sections: [],
    },
  ],
});
const dataIn = (html: string): unknown =>
  JSON.parse(/<script type="application\/json" id="dualgate-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

describe('the page as a file', () => {
  test('carries its data unchanged, and nothing in them ends their element', () => {
    const file = aFile(HOSTILE);
    const { html } = renderPage(PARTS, file);
    expect(dataIn(html)).toEqual(file);
    // The one with the data and the one with the program.
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<\/script/g)).toHaveLength(2);
    expect(html).not.toContain('<!--');
    expect(html).toContain('<title>&#60;/script&#62;&#60;script&#62;alert(1)');
  });

  test('lets run what it was built with, and nothing else', () => {
    const { html, policy } = renderPage(PARTS, aFile('x'));
    const script = /<script>(.*)<\/script>/s.exec(html)?.[1] ?? '';
    const style = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? '';
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(html).toContain(
      `content="default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; connect-src 'none'; img-src data:; base-uri 'none'; form-action 'none'"`,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    // oxlint-disable-next-line no-eval -- what the script says after it was made fit for HTML
    expect((0, eval)(`${script} a`)).toBe('</script><!--');
  });

  test('asks nobody, and the live one only its server', () => {
    expect(renderPage(PARTS, aFile('x')).policy).toContain("connect-src 'none'");
    expect(renderPage(PARTS, null).policy).toContain("connect-src 'self'");
    expect(renderPage(PARTS, null).html).not.toContain('dualgate-data');
  });

  test('says of which run it is, or of how many', () => {
    const [run] = aFile('specs/a.md').runs;
    const titleOf = (file: PageFile) => /<title>(.*)<\/title>/.exec(renderPage(PARTS, file).html)?.[1];
    expect(titleOf(aFile('specs/a.md'))).toBe('specs/a.md · dualgate');
    expect(titleOf({ v: 1, runs: run === undefined ? [] : [run, run] })).toBe('2 runs · dualgate');
  });

  test('is refused where it was not built, with the way to build it', () => {
    expect(() => readPageParts('/nowhere')).toThrow(PageError);
    expect(() => readPageParts('/nowhere')).toThrow(
      /^Cannot show the page: it was not built \(ENOENT.*\)\. In a checkout, run: npm run build:js\.$/,
    );
  });
});

describe('JSON in a page', () => {
  test('has no character that HTML or an old JavaScript takes for its own', () => {
    expect(embedJson({ text: HOSTILE })).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(embedJson({ text: HOSTILE }))).toEqual({ text: HOSTILE });
  });
});

describe('the head of a page', () => {
  test('names the phases and the chart that the run went by', () => {
    const [started] = FORCED;
    if (started?.type !== 'run.started') throw new Error('The ledger of this test does not begin.');
    // Paths were taken out of this ledger.
    const config_hash = hashBytes(JSON.stringify(started.data.config));
    const head = headOf({ ...started, data: { ...started.data, config_hash } }, TOLD);
    expect(head).toMatchObject({ ...TOLD, v: 1, spec: 'specs/shout.md' });
    expect(head.phases.map(({ phase }) => phase)).toEqual(['RED', 'GREEN', 'POLISH']);
    expect(head.chart.nodes.flatMap(({ phase }) => phase ?? [])).toEqual(['RED', 'GREEN', 'POLISH']);
  });

  test('names the limits where the run had them', () => {
    const [started] = FORCED;
    if (started?.type !== 'run.started') throw new Error('The ledger of this test does not begin.');
    const limits = { iterations: 50, minutes: 480, cost: 12.5 };
    const config = { limits: { ...limits, tokens: 7 } };
    expect(headOf({ ...started, data: { ...started.data, config } }, TOLD).limits).toEqual(limits);
    expect(headOf(started, TOLD).limits).toBeUndefined();
  });

  test('of a record that no chart can be made of has none, and is told all the same', () => {
    const [started] = FORCED;
    if (started?.type !== 'run.started') throw new Error('The ledger of this test does not begin.');
    for (const config of [null, 'text', [], { work: 7, phases: [{ phase: 'x y' }] }, { phases: [] }]) {
      const head = headOf({ ...started, data: { ...started.data, config } }, TOLD);
      expect(head).toEqual({
        ...TOLD,
        v: 1,
        spec: '',
        chart: { width: 0, height: 0, nodes: [], edges: [] },
        phases: [],
      });
    }
    expect(headOf(undefined, TOLD).phases).toEqual([]);
  });
});

const [STARTED] = FORCED;
const decidedIn = (records: readonly WorkRecord[]) => {
  const found = records.find((record) => record.type === 'iteration.decided' && record.data.record.failing.length > 0);
  if (found?.type !== 'iteration.decided') throw new Error('The ledger of this test has no such record.');
  return found;
};
const sizeOf = (value: unknown): number => JSON.stringify(value).length;

describe('a record as the page gets it', () => {
  test('is what the ledger has, where that is little', () => {
    for (const record of FORCED.filter(({ type }) => ['phase.exited', 'run.ended', 'turn.started'].includes(type)))
      expect(trimRecord(record)).toEqual(record);
  });

  test('has no config, which may name keys, no baseline, and nothing of what is frozen', () => {
    const secret = { agent: { env: { API_KEY: 'sk-very-secret' } } };
    if (STARTED?.type !== 'run.started') throw new Error('The ledger of this test does not begin.');
    const trimmed = trimRecord({ ...STARTED, data: { ...STARTED.data, config: secret } });
    expect(JSON.stringify(trimmed)).not.toContain('secret');
    expect(trimmed.data).toMatchObject({
      config: null,
      frozen: {},
      baseline: { passing: [], skipped: [], known_failing: [] },
    });
    expect(Object.keys(trimmed.data)).not.toContain('sources');
    for (const record of FORCED.map((each) => trimRecord(each)))
      if (record.type === 'iteration.decided' && record.data.exit !== undefined)
        expect(record.data.exit).toMatchObject({ frozen: {}, tests: [], failing: [] });
  });

  test('keeps every clause, metric and number of a decision', () => {
    const decided = decidedIn(FORCED);
    expect(trimRecord(decided).data).toMatchObject({
      decision: decided.data.decision,
      record: { metrics: decided.data.record.metrics, signal: decided.data.record.signal },
    });
  });

  test('says how much there was of what was cut, and where, however often it is cut', () => {
    const decided = decidedIn(FORCED);
    const failing = Array.from({ length: 500 }, (_, n) => ({ file: 'a', name: `${n}`, message: 'no' }));
    const { record } = decided.data;
    const trimmed = trimRecord({ ...decided, data: { ...decided.data, record: { ...record, failing } } });
    if (trimmed.type !== 'iteration.decided') throw new Error('It is another record now.');
    expect(trimmed.data.record.failing).toEqual(failing.slice(0, 25));
    expect(trimmed.totals).toEqual({ 'record.failing': 500 });
    const again = trimRecord(trimmed, 100);
    expect(again.totals).toEqual({ 'record.failing': 500 });
  });

  test('keeps every clause that is not met, however little room there is: one that is left out would be shown as met', () => {
    const decided = decidedIn(FORCED);
    const { decision, record } = decided.data;
    const unmet = Array.from({ length: 30 }, (_, n) => ({
      clause: `metric_${n} == 0`,
      because: 'got 1, expected 0',
      metrics: [`metric_${n}`],
    }));
    const long = Array.from({ length: 50 }, () => ({ file: 'a'.repeat(900), name: 'b'.repeat(900), message: 'no' }));
    const trimmed = trimRecord({
      ...decided,
      data: {
        ...decided.data,
        decision: { ...decision, gate_1: { ...decision.gate_1, unmet } },
        record: { ...record, failing: long },
      },
    });
    if (trimmed.type !== 'iteration.decided') throw new Error('It is another record now.');
    expect(trimmed.data.decision.gate_1.unmet).toEqual(unmet);
    expect(trimmed.data.record.failing.length).toBeLessThan(25);
    expect(trimmed.totals).toEqual({ 'record.failing': 50 });
  });

  test('is a few kilobytes, whatever an agent or a test wrote into it', () => {
    const decided = decidedIn(FORCED);
    const long = '\u001B[31m<script>\u202E'.repeat(5_000);
    const failing = Array.from({ length: 500 }, () => ({ file: long, name: long, message: long }));
    const findings = Array.from({ length: 2_000 }, () => aFinding(long));
    const { record } = decided.data;
    const told = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${n}${long}`, long]));
    const hostile = { ...record, failing, findings, signal: { ...record.signal, told } };
    expect(sizeOf(trimRecord({ ...decided, data: { ...decided.data, record: hostile } }))).toBeLessThan(40_000);
  });

  test('keeps a file named __proto__ a file', () => {
    const files = JSON.parse('{"__proto__":"absent"}') as Readonly<Record<string, string>>;
    const data = { phase: 'RED', by: 'ann', reason: 'x', files, tests: [] };
    const trimmed = trimRecord({ type: 'operator.accepted', at: '2026-01-13T10:00:00.000Z', data });
    expect(JSON.stringify(trimmed.data)).toContain('{"__proto__":"absent"}');
  });
});

describe('events for the page', () => {
  const AT = { v: 4, at: '2026-01-13T10:00:00.000Z', run: 'r', phase: 'RED', iteration: 1 } as const;

  test('has nothing that the agent prints', () => {
    expect(pageEventOf({ ...AT, type: 'agent.output', stream: 'stdout', text: 'sk-very-secret' })).toBeNull();
  });

  test('is cut, and made visible', () => {
    const event = { ...AT, type: 'test.failed', suite_passing: 0, suite_failing: 1, suite_skipped: 0 } as const;
    expect(pageEventOf({ ...event, file: 'a\u202E', name: 'x'.repeat(900), message: '\u001B[2Jgone' })).toEqual({
      ...event,
      file: 'a[U+202E]',
      name: `${'x'.repeat(500)}… (cut: 900 characters)`,
      message: 'gone',
      news: null,
    });
  });
});
