import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drawSvg } from '../../../src/page/graph/draw-svg.ts';
import { markForced, type ChartEdge, type ChartNode } from '../../../src/page/graph/chart-picture.ts';
import { pictureOf } from '../../../src/page/graph/picture-of.ts';
import { renderMermaid } from '../../../src/page/graph/render-mermaid.ts';
import { readConfig } from '../../../src/read-config/parse-config.ts';
import { configOf, halt, recordRun, type RecordedRun, skip } from '../../page/graph/a-recorded-run.ts';
import { runLine } from '../memory-io.ts';

let laid: RecordedRun;
beforeEach(() => {
  laid = recordRun('20260113-103000-abcdef', [skip('RED')]);
});
afterEach(() => laid.remove());

const graph = (...argv: readonly string[]) => runLine(['graph', ...argv], { cwd: laid.folder });
const ID = '20260113-103000-abcdef';
const read = (name: string) => readFileSync(join(laid.folder, name), 'utf8');
const config = () => readConfig({ cwd: laid.folder });

describe('dualgate graph', () => {
  it('prints the chart of the config as Mermaid, without an active state', async () => {
    expect(await graph()).toEqual({ code: 0, stdout: `${renderMermaid(config())}\n`, stderr: '' });
  });

  it('prints it as SVG, or as JSON with its layout', async () => {
    const picture = pictureOf(config());
    expect(await graph('--format', 'svg')).toEqual({ code: 0, stdout: `${drawSvg(picture)}\n`, stderr: '' });
    const { stdout } = await graph('--format', 'json');
    expect(JSON.parse(stdout)).toEqual({ v: 1, run: null, active: null, ...picture });
    expect(await graph('--json')).toEqual({ code: 0, stdout, stderr: '' });
  });

  it('writes the format of the file name, and prints nothing', async () => {
    for (const name of ['chart.svg', 'chart.JSON', 'chart.mmd', 'chart'])
      expect(await graph('-o', name)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(read('chart.svg')).toMatch(/^<svg .*<\/svg>\n$/s);
    expect(JSON.parse(read('chart.JSON'))).toMatchObject({ v: 1 });
    expect(read('chart.mmd')).toBe(`${renderMermaid(config())}\n`);
    expect(read('chart')).toBe(read('chart.mmd'));
    await graph('-o', 'chart.svg', '--format', 'mermaid');
    expect(read('chart.svg')).toBe(read('chart.mmd'));
  });

  it.each([[['--run', '20260113']], [['--run', '20260113-103000-abcdef']]])(
    'with %j marks the current state of the run in its own chart',
    async (argv) => {
      const begunWith = config();
      laid.write(configOf('ALL_ELSE'));
      expect((await graph(...argv)).stdout).toBe(
        `${renderMermaid(begunWith, { active: 'tdd.working.qa', forced: ['RED'] })}\n`,
      );
      expect((await graph(...argv, '--format', 'svg')).stdout).toBe(
        `${drawSvg(markForced(pictureOf(begunWith), ['RED']), { active: 'tdd.working.qa' })}\n`,
      );
      const { run, active } = JSON.parse((await graph(...argv, '--json')).stdout);
      expect({ run, active }).toEqual({ run: '20260113-103000-abcdef', active: 'tdd.working.qa' });
    },
  );

  it('with a run marks forced exits in Mermaid, SVG and JSON; without a run, none', async () => {
    const mermaid = (await graph('--run', ID)).stdout;
    expect(mermaid).toContain('    red --> qa: SKIP (forced)\n');
    expect(mermaid).toContain('  class red forced\n');
    expect(mermaid).toContain('    qa --> green: SKIP\n');
    const svg = (await graph('--run', ID, '--format', 'svg')).stdout;
    expect(svg).toMatch(/<g class="edge forced"><title>RED to QA: SKIP, forced by an operator<.*>forced<\/text>/);
    expect(svg).toContain('An operator forced the exit of RED.');
    expect(svg).toContain('forced exit: without its gates');
    const { nodes, edges } = JSON.parse((await graph('--run', ID, '--json')).stdout);
    expect(edges.flatMap((edge: ChartEdge) => (edge.kind === 'forced' ? [[edge.from, edge.to]] : []))).toEqual([
      ['tdd.working.red', 'tdd.working.qa'],
    ]);
    expect(nodes.flatMap((node: ChartNode) => (node.forced === true ? [node.phase] : []))).toEqual(['RED']);
    for (const argv of [[], ['--format', 'svg'], ['--json']])
      expect((await graph(...argv)).stdout).not.toMatch(/class="(?:edge|node phase) forced|\(forced\)|"forced"/);
  });

  it('refuses unknown values, and names its help', async () => {
    const refused = async (...argv: readonly string[]) => {
      const { code, stdout, stderr } = await graph(...argv);
      return [code, stdout, stderr];
    };
    const help = 'See dualgate graph --help.\n';
    expect(await refused('--format', 'png')).toEqual([
      64,
      '',
      `dualgate: Option '--format' must be mermaid, svg or json (got png). ${help}`,
    ]);
    expect(await refused('--json', '--format', 'svg')).toEqual([
      64,
      '',
      `dualgate: Give --json or --format svg, not both. ${help}`,
    ]);
    expect(await refused('-o', 'chart.png')).toEqual([
      64,
      '',
      `dualgate: Unknown format of 'chart.png'. Use a name that ends in .svg, .json or .mmd, or give --format. ${help}`,
    ]);
    expect(existsSync(join(laid.folder, 'chart.png'))).toBe(false);
    expect((await refused('--run', '../../etc'))[0]).toBe(64);
  });

  it('fails without a config, a run or an intact ledger, and writes nothing', async () => {
    const { ledger } = laid;
    expect(await graph('--run', 'another', '-o', 'x.svg')).toMatchObject({
      code: 77,
      stderr: expect.stringContaining('Cannot find the run another: it has no ledger in '),
    });
    writeFileSync(ledger, readFileSync(ledger, 'utf8').replace('it is done', 'it was done'));
    expect(await graph('--run', ID, '-o', 'x.svg')).toMatchObject({ code: 70, stdout: '' });
    laid.write(configOf('RED', 'red'));
    expect(await graph('-o', 'x.svg')).toMatchObject({ code: 78, stdout: '' });
    expect(await graph('-c', 'nothing.yaml', '-o', 'x.svg')).toMatchObject({ code: 78, stdout: '' });
    expect(existsSync(join(laid.folder, 'x.svg'))).toBe(false);
  });

  it('names a file that cannot be written, and the fix', async () => {
    expect(await graph('-o', 'no/chart.svg')).toEqual({
      code: 64,
      stdout: '',
      stderr: expect.stringMatching(
        /^dualgate: Cannot write \S+no\/chart\.svg: ENOENT: [^,]*\. Make its folder first, or give another file\. See /,
      ),
    });
    expect((await graph('-o', '.', '--format', 'svg')).stderr).toMatch(
      /It is a folder: give the name of a file in it\. See /,
    );
  });

  it('draws a run that needs human input', async () => {
    laid.remove();
    laid = recordRun('b', [halt]);
    expect((await graph('--run', 'b')).stdout).toContain('\n  class needsHuman active\n');
  });
});
