import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageFile } from '../../../src/page/page-data.ts';
import { makeReport, renderReports } from '../../../src/page/report/make-report.ts';
import { FORCED } from '../../page/report/a-ledger.ts';
import { runLine } from '../memory-io.ts';
import { PROGRAM } from './a-run.ts';

const LEDGER = fileURLToPath(new URL('../../page/report/ledgers/forced.jsonl', import.meta.url));
const RUN = '20261122-072752-3ca074';
const REPORT = makeReport(FORCED, { isGoing: false });
const PAGE = renderReports([REPORT]);
const CONFIG = `work: { spec: specs/shout.md }
agent: { command: a }
tests: { command: node --test }
phases:
  - { phase: RED, purpose: p, gate_1: { name: n, condition: tests_failing == tests_total } }
  - { phase: GREEN, purpose: p, gate_1: { name: n, condition: tests_failing == 0 } }
  - { phase: POLISH, purpose: p, gate_1: { name: n, condition: tests_failing == 0 } }
`;

let folder = '';
const layOut = (run: string): string => {
  const place = join(folder, '.dualgate', 'runs', run);
  mkdirSync(place, { recursive: true });
  copyFileSync(LEDGER, join(place, 'ledger.jsonl'));
  return join(place, 'ledger.jsonl');
};
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'dualgate-')));
  writeFileSync(join(folder, 'dualgate.yaml'), CONFIG);
  layOut(RUN);
  writeFileSync(join(folder, '.dualgate', 'current'), `${RUN}\n`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const report = (...argv: readonly string[]) => runLine(['report', ...argv], { cwd: folder });

describe('dualgate report', () => {
  it('reports the current run, or the one of --run', async () => {
    const said = { code: 0, stdout: PAGE, stderr: '' };
    expect(await report()).toEqual(said);
    expect(await report('--run', RUN, '--format', 'md')).toEqual(said);
    expect((await report('--run', '20200101-000000-abcdef')).stderr).toMatch(
      /^Cannot find the run 20200101-000000-abcdef: /,
    );
  });

  it('is one JSON object with --json and with --format json', async () => {
    for (const argv of [['--json'], ['--format', 'json'], ['--json', '--format', 'json']]) {
      const { code, stdout } = await report(...argv);
      expect({ code, said: JSON.parse(stdout) as unknown }).toEqual({
        code: 0,
        said: JSON.parse(JSON.stringify({ v: 1, reports: [REPORT] })),
      });
    }
  });

  it('writes a file with --output', async () => {
    expect(await report('--output', 'morning.md')).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(join(folder, 'morning.md'), 'utf8')).toBe(PAGE);
    for (const name of ['no/such/folder.md', 'no/such/folder.html'])
      expect(await report('--output', name)).toMatchObject({
        code: 64,
        stdout: '',
        stderr: `dualgate: Cannot write ${folder}/${name}: ENOENT: no such file or directory. Make its folder first, or give another file. See dualgate report --help.\n`,
      });
  });

  it('says that a file of it which git does not ignore is in the way of a run', async () => {
    const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: folder });
    git('init', '--quiet');
    writeFileSync(join(folder, '.gitignore'), 'ignored.*\n');
    const stderr =
      'night.md is in the work tree, and git does not ignore it: a run takes it for a source, and one with commits does not start over it. Move, ignore or commit it before the next run.\n';
    expect(await report('-o', 'night.md')).toEqual({ code: 0, stdout: '', stderr });
    expect((await report('-o', 'night.html')).stderr).toBe(stderr.replace('.md', '.html'));
    git('add', 'night.md');
    const outside = mkdtempSync(join(tmpdir(), 'dualgate-'));
    for (const name of ['night.md', 'ignored.html', join(outside, 'night.md')])
      expect(await report('-o', name)).toMatchObject({ code: 0, stderr: '' });
    rmSync(outside, { recursive: true, force: true });
  });

  it('--since reports every run with a record that is new enough', async () => {
    layOut('20261122-082752-3ca074');
    const old = layOut('20261121-072752-3ca074');
    utimesSync(old, new Date(0), new Date(0));
    const { code, stdout, stderr } = await report('--since', '12h');
    expect({ code, stderr, title: stdout.split('\n')[0] }).toEqual({
      code: 0,
      stderr: '',
      title: '# 2 runs: 2 completed',
    });
    expect((await report('--since', '1ms')).stdout).toBe('No run.\n');
  });

  it('names a broken ledger, and fails', async () => {
    const broken = layOut('20261122-082752-3ca074');
    writeFileSync(broken, readFileSync(broken, 'utf8').replace('"ada"', '"eve"'));
    const night = await report('--since', '12h');
    expect({ code: night.code, stdout: night.stdout }).toEqual({ code: 1, stdout: PAGE });
    expect(night.stderr).toMatch(/20261122-082752-3ca074/);
    expect((await report('--run', '20261122-082752-3ca074')).code).toBe(70);
  });

  it('uses the format of the file name by default', async () => {
    expect((await report('--output', 'night.html')).stdout).toMatch(/^Wrote \S+night\.html/);
    expect(readFileSync(join(folder, 'night.html'), 'utf8')).toMatch(/^<!doctype html>\n/);
    await report('--output', 'night.json');
    expect(JSON.parse(readFileSync(join(folder, 'night.json'), 'utf8'))).toMatchObject({ v: 1 });
    await report('--output', 'page.html', '--format', 'md');
    expect(readFileSync(join(folder, 'page.html'), 'utf8')).toBe(PAGE);
    expect(await report('--run', 'nothing', '--output', 'night.html')).toMatchObject({
      code: 77,
      stderr: expect.stringMatching(/^Cannot find the run nothing: it has no ledger in /),
    });
  });

  it('writes one HTML file, and prints its path', async () => {
    const { code, stdout, stderr } = await report('--format', 'html', '--output', 'night.html');
    const path = join(folder, 'night.html');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Wrote \S+, \d+ KB\. Open it in a browser\.\n$/);
    expect(stdout).toContain(path);
    const html = readFileSync(path, 'utf8');
    expect(html).toMatch(/^<!doctype html>\n/);
    expect(html).not.toMatch(/(?:src|href)="(?!data:)/);
    const data = JSON.parse(/id="dualgate-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as PageFile;
    expect(data.runs.map(({ run, records }) => [run, records.length])).toEqual([[RUN, FORCED.length]]);
    // Nothing else contains the time of the report.
    const piped = (await report('--run', RUN, '--format', 'html')).stdout;
    expect(piped.replace(/"commands":false,"at":"[^"]*"/, '')).toBe(html.replace(/"commands":false,"at":"[^"]*"/, ''));
  });

  it('is a trace of OpenTelemetry, and names broken ledgers', async () => {
    const { code, stdout, stderr } = await report('--format', 'otlp');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout).resourceSpans[0].scopeSpans[0].spans[0]).toMatchObject({ name: 'dualgate run' });
    const broken = layOut('20261122-082752-3ca074');
    writeFileSync(broken, readFileSync(broken, 'utf8').replace('"ada"', '"eve"'));
    const night = await report('--since', '12h', '--format', 'otlp', '--output', 'night.json');
    expect(night).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/20261122-082752-3ca074/) });
    expect(readFileSync(join(folder, 'night.json'), 'utf8')).toBe(stdout);
  });

  it('as a page of several runs names broken ledgers, and is refused without a run', async () => {
    const broken = layOut('20261122-082752-3ca074');
    writeFileSync(broken, readFileSync(broken, 'utf8').replace('"ada"', '"eve"'));
    const night = await report('--since', '12h', '--format', 'html');
    expect(night.code).toBe(1);
    expect(night.stdout).toContain(RUN);
    expect(night.stderr).toMatch(/20261122-082752-3ca074/);
    expect(await report('--run', '20261122-082752-3ca074', '--format', 'html')).toMatchObject({ code: 70, stdout: '' });
  });

  it('never prints HTML to a terminal', async () => {
    expect(await runLine(['report', '--format', 'html'], { cwd: folder, isLive: true })).toEqual({
      code: 64,
      stdout: '',
      stderr:
        'dualgate: --format html needs --output FILE, or stdout that is not a terminal.\n  See dualgate report --help.\n',
    });
  });

  it.each([
    [['--format', 'pdf'], "Option '--format' must be md, json, html or otlp (got pdf)"],
    [['--json', '--format', 'md'], 'Give --json or --format md, not both'],
    [['--since', 'yesterday'], "Option '--since' must be a duration such as 12h or 90m (got yesterday)"],
    [['--since', '12h', '--run', RUN], 'Give --since or --run, not both'],
  ])('refuses %j', async (argv, says) => {
    expect(await report(...argv)).toEqual({
      code: 64,
      stdout: '',
      stderr: `dualgate: ${says}. See dualgate report --help.\n`,
    });
  });

  it('writes a deleted STATE.md again, and keeps an existing one', async () => {
    const page = join(folder, '.dualgate', 'STATE.md');
    await report();
    expect(readFileSync(page, 'utf8')).toMatch(/^Status: COMPLETED$/m);
    appendFileSync(page, 'mine');
    await report();
    expect(readFileSync(page, 'utf8')).toMatch(/mine$/);
    rmSync(page);
    writeFileSync(join(folder, '.dualgate', 'current'), '20200101-000000-abcdef\n');
    await report('--run', RUN);
    expect(existsSync(page)).toBe(false);
  });

  it('says in STATE.md that a killed run crashed', async () => {
    const page = join(folder, '.dualgate', 'STATE.md');
    const lines = readFileSync(LEDGER, 'utf8').split('\n');
    const ending = lines.findIndex((line) => line.includes('"type":"run.ended"'));
    writeFileSync(join(folder, '.dualgate', 'runs', RUN, 'ledger.jsonl'), `${lines.slice(0, ending).join('\n')}\n`);
    writeFileSync(page, '# State of the work\n\nStatus: RUNNING\n');
    await report();
    expect(readFileSync(page, 'utf8').match(/^(?:Status: |- [\d-]+ [\d:]+ (?:UTC|[-+][\d:]+) )[A-Z_]+/gm)).toEqual([
      'Status: CRASHED',
      expect.stringMatching(/ CRASHED$/),
    ]);
  });
});

describe('an error in a GitHub workflow', () => {
  it('is also an annotation, and the only workflow command in the output', () => {
    writeFileSync(join(folder, 'dualgate.yaml'), '"x\\n::error::y ##[error]z": 1\n');
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, 'report'], {
      cwd: folder,
      env: { GITHUB_ACTIONS: 'true' },
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 78, stdout: '' });
    expect(stderr).toContain('\n: :error::y # #[error]z');
    expect(stderr.split('\n').filter((line) => line.startsWith('::'))).toEqual([
      expect.stringMatching(/^::error title=dualgate::Cannot .* "x ::error::y /),
    ]);
  });
});
