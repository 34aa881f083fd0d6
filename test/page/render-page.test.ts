import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashBytes } from '../../src/ledger/ledger-record.ts';
import { headOf } from '../../src/page/head-of.ts';
import type { PageFile } from '../../src/page/page-data.ts';
import { PageError, readPageParts, trimRecord, embedJson, renderPage } from '../../src/page/render-page.ts';
import { FORCED } from './report/a-ledger.ts';
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
