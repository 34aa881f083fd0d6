import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { FIRST_PREV, parseLine, sealRecord } from '../../src/ledger/ledger-record.ts';
import { keepAnchorsAside } from './commands/a-run.ts';
import { runLine } from './memory-io.ts';

keepAnchorsAside();

const LEDGER = fileURLToPath(new URL('../page/report/ledgers/forced.jsonl', import.meta.url));
const RUN = '20261122-072752-3ca074';
const WAY_OUT = 'for example with `git restore dualgate.yaml`';

let folder = '';

const lay = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};

/** @param change - of the recorded config */
const layOut = (change: (config: Record<string, unknown>) => unknown = (config) => config): void => {
  let prev = FIRST_PREV;
  const lines = readFileSync(LEDGER, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { seq, at, type, data } = parseLine(line);
      const config: unknown = Reflect.get(data, 'config');
      const isStart = typeof config === 'object' && config !== null;
      const sealed = sealRecord({
        seq,
        at: new Date(at),
        type,
        data: isStart ? { ...data, config: change({ ...config }) } : data,
        prev,
      });
      prev = sealed.record.hash;
      return sealed.line;
    });
  lay(`.dualgate/runs/${RUN}/ledger.jsonl`, lines.map((line) => `${line}\n`).join(''));
};

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'dualgate-')));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  layOut();
  lay('.dualgate/current', `${RUN}\n`);
  lay('.git/HEAD', 'ref: refs/heads/main\n');
});

const call = (...argv: readonly string[]) => runLine(argv, { cwd: folder });

describe('where dualgate.yaml is gone', () => {
  test.each([
    [['status'], `run ${RUN}: `],
    [['status', '--verify', '--run', '2026'], `run ${RUN}: `],
    [['explain'], 'POLISH 1: '],
    [['report'], '# COMPLETED: '],
    [['report', '--format', 'html'], '<!doctype html>'],
    [['report', '--format', 'otlp'], '{"resourceSpans":'],
  ])('%j shows what was recorded, and names what is missing', async (argv, begins) => {
    const { code, stdout, stderr } = await call(...argv);
    expect({ code, begins: stdout.slice(0, begins.length), stderr }).toEqual({
      code: 0,
      begins,
      stderr: `${folder}/dualgate.yaml is gone: this is what was recorded. Bring it back to continue, ${WAY_OUT}.\n`,
    });
  });

  test('verify needs no config, whatever that had', async () => {
    layOut((config) => ({ ...config, agent: { command: 'a', env: { LOGIN: 'hmac-sha256:00' } } }));
    expect(await call('verify')).toMatchObject({ code: 0, stderr: '' });
  });

  test.each([
    ['of the agent', { agent: { command: 'a', env: { LOGIN: 'hmac-sha256:00' } } }],
    ['of the reviewer', { review: { agent: { command: 'a', env: { LOGIN: 'hmac-sha256:00' } } } }],
  ])(
    'no record is shown whose config had variables %s: their values are not known, to be hidden',
    async (_of, given) => {
      layOut((config) => ({ ...config, ...given }));
      for (const command of ['status', 'explain', 'report'])
        expect(await call(command)).toEqual({
          code: 78,
          stdout: '',
          stderr: `Cannot use ${folder}/dualgate.yaml: it is gone, and without the values of its key \`env\` no record is shown, since they may be secrets. Bring it back, ${WAY_OUT}\n`,
        });
    },
  );

  test.each(['run', 'resume', 'check', 'verify --all', 'report --since 1h'])(
    '%s needs it, and says how it comes back instead of advising a new one',
    async (line) => {
      expect(await call(...line.split(' '))).toEqual({
        code: 78,
        stdout: '',
        stderr: `Cannot use ${folder}/dualgate.yaml: there is no config here or further up, but .dualgate has its runs. Bring it back, ${WAY_OUT}\n`,
      });
    },
  );

  test('a run of a list or of a work tree is not taken for the last one', async () => {
    lay('.dualgate/lists/current', 'list-20261122-072752-3ca074\n');
    for (const command of ['status', 'verify']) expect(await call(command)).toMatchObject({ code: 78, stdout: '' });
  });

  test('a named config that is not there is no such case', async () => {
    expect(await call('status', '--config', 'other.yaml')).toMatchObject({ code: 78, stdout: '' });
  });
});
