import { execFileSync } from 'node:child_process';
import { appendFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { followFile } from '../../src/runners/run-tests.ts';
import { readScript } from '../../src/runners/command/package-scripts.ts';
import { cargoRunner } from '../../src/runners/cargo/cargo.runner.ts';
import { packagesOf } from '../../src/runners/go/read-go.ts';
import { reachText } from '../../src/runners/replays/watch-replays.ts';
import { aFolder } from '../evidence/a-repository.ts';

const readAll = async (path: string): Promise<string> => {
  const chunks: Buffer[] = [];
  await followFile(path, (chunk) => chunks.push(Buffer.from(chunk)), Promise.resolve());
  return Buffer.concat(chunks).toString('utf8');
};

describe('a file that the suite or the agent has replaced', () => {
  test('by a pipe holds nobody up', async () => {
    const folder = await aFolder();
    for (const name of ['package.json', 'report', 'go.work', 'Cargo.toml', 'GNUmakefile'])
      execFileSync('mkfifo', [join(folder, name)]);

    expect(readScript(folder, 'test')).toBe(null);
    expect(packagesOf(folder)).toEqual(['./...']);
    expect(cargoRunner.detect?.command(folder, '')).toEqual(['cargo', 'test']);
    expect(reachText(['make'], folder)).toBe('make');
    expect(await readAll(join(folder, 'report'))).toBe('');
  });

  test('by a link to a file of the user is not read as a report', async () => {
    const folder = await aFolder();
    writeFileSync(join(folder, 'key'), 'a key\n');
    symlinkSync(join(folder, 'key'), join(folder, 'report'));

    expect([await readAll(join(folder, 'key')), await readAll(join(folder, 'report'))]).toEqual(['a key\n', '']);
  });

  test('while it was written is read to its end, and told of', async () => {
    const report = join(await aFolder(), 'report');
    writeFileSync(report, 'first\n');
    let read = '';
    let endWriting = (): void => {};
    const writing = new Promise<void>((resolve) => (endWriting = resolve));
    const replaceIt = (): void => {
      renameSync(report, `${report}.gone`);
      writeFileSync(report, 'first\nforged\n');
      appendFileSync(`${report}.gone`, 'last\n');
      endWriting();
    };

    const isThere = await followFile(
      report,
      (chunk) => {
        if (read === '') replaceIt();
        read += chunk.toString();
      },
      writing,
    );
    expect([read, isThere]).toEqual(['first\nlast\n', false]);
  });

  test('by nobody lies where it lay', async () => {
    const report = join(await aFolder(), 'report');
    expect(await followFile(report, () => {}, Promise.resolve())).toBe(true);
    writeFileSync(report, 'first\n');
    expect(await followFile(report, () => {}, Promise.resolve())).toBe(true);
  });
});
