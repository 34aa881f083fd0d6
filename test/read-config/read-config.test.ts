import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/read-config/parse-config.ts';
import { LEAST } from '../project/config/a-config.ts';
import { RED } from '../project/config/spec-001-documents.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const write = (path: string, text: string | Uint8Array): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const makeFolder = (path: string): string => {
  mkdirSync(join(folder, path), { recursive: true });
  return join(folder, path);
};

/** As git sees one. */
const makeRepository = (path: string): void => write(join(path, '.git/HEAD'), 'ref: refs/heads/main\n');

describe('the config of a workspace', () => {
  it('is the nearest one on the way up to the root of the repository', () => {
    makeRepository('repository');
    write('repository/dualgate.yml', LEAST);
    const cwd = makeFolder('repository/packages/one');
    expect(readConfig({ cwd }).path).toBe(join(folder, 'repository', 'dualgate.yml'));
    write('repository/packages/dualgate.yaml', LEAST);
    expect(readConfig({ cwd }).folder).toBe(join(folder, 'repository', 'packages'));
  });

  it('is never one from above the repository, nor from above a folder without one', () => {
    write('dualgate.yaml', LEAST);
    makeRepository('repository');
    const missing = 'there is no config here or further up in this repository. Run `dualgate init` to write one';
    const inside = makeFolder('repository/src');
    expect(() => readConfig({ cwd: inside })).toThrow(`Cannot use ${join(inside, 'dualgate.yaml')}: ${missing}`);
    const plain = makeFolder('plain');
    expect(() => readConfig({ cwd: plain })).toThrow(`Cannot use ${join(plain, 'dualgate.yaml')}: ${missing}`);
  });

  it('is not chosen between two in one folder', () => {
    write('dualgate.yaml', LEAST);
    write('dualgate.yml', LEAST);
    expect(() => readConfig({ cwd: folder })).toThrow(
      `Cannot use ${join(folder, 'dualgate.yaml')}: is in the same folder as dualgate.yml: remove one of them`,
    );
  });

  it('is the requested one, and its folder is the workspace', () => {
    write('elsewhere/my.yaml', `${LEAST}phases: [phases/red.yaml]\n`);
    write('elsewhere/phases/red.yaml', `\uFEFF${RED}`);
    const config = readConfig({ cwd: folder, config: 'elsewhere/my.yaml' });
    expect([config.folder, config.files, config.phases.map(({ phase }) => phase)]).toEqual([
      join(folder, 'elsewhere'),
      [join(folder, 'elsewhere', 'my.yaml'), join(folder, 'elsewhere', 'phases', 'red.yaml')],
      ['RED'],
    ]);
  });

  it('names its problems by paths relative to the working directory', () => {
    write('dualgate.yaml', `${LEAST}phases: [red.yaml]\nlimit: 5\n`);
    write('red.yaml', RED.replace('purpose', 'porpoise'));
    const cwd = makeFolder('src');
    makeRepository('.');
    expect(() => readConfig({ cwd })).toThrow(`Cannot use ${join('..', 'dualgate.yaml')}: 3 problems.
  ../dualgate.yaml:9:1: unknown key "limit". Did you mean limits?
  ../red.yaml:1:1: purpose is missing: it must be non-empty text
  ../red.yaml:2:1: unknown key "porpoise". Did you mean purpose?`);
  });

  it.each([
    ['missing', 'there is no such file', () => undefined],
    ['a folder', 'it is a folder', () => makeFolder('my.yaml')],
    ['no text', 'it is not UTF-8 text', () => write('my.yaml', new Uint8Array([0x61, 0xff, 0xfe]))],
  ])('is refused when it is %s', (_what, problem, prepare) => {
    prepare();
    expect(() => readConfig({ cwd: folder, config: 'my.yaml' })).toThrow(
      `Cannot use my.yaml: cannot be read: ${problem}`,
    );
  });
});
