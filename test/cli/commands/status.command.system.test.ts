import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layOutLongLedger, type LongLedger } from '../../bench/a-long-ledger.ts';
import { runLine } from '../memory-io.ts';
import { hasGit } from './a-run.ts';

describe.skipIf(!hasGit)('dualgate status on a long ledger (needs git)', () => {
  let laid: LongLedger;
  let sound: Buffer;
  const before = process.env['XDG_STATE_HOME'];
  beforeAll(() => {
    laid = layOutLongLedger(200);
    sound = readFileSync(laid.ledger);
    process.env['XDG_STATE_HOME'] = laid.state;
  });
  afterAll(() => {
    laid.remove();
    if (before === undefined) delete process.env['XDG_STATE_HOME'];
    else process.env['XDG_STATE_HOME'] = before;
  });
  const say = (...argv: readonly string[]) => runLine(['status', ...argv], { cwd: laid.folder });
  const changeMiddle = () => {
    const text = sound.toString('latin1');
    writeFileSync(laid.ledger, Buffer.from(text.replace('"seq":100,"at":"2026', '"seq":100,"at":"2025'), 'latin1'));
  };

  test('shows the same by its end and by the whole ledger, apart from the verified part', async () => {
    const [end, whole] = [await say('--json'), await say('--json', '--verify')];
    const [ofEnd, ofWhole]: readonly Record<string, unknown>[] = [JSON.parse(end.stdout), JSON.parse(whole.stdout)];
    expect(ofEnd?.['checked']).toBe('end');
    expect(ofWhole).toEqual({ ...ofEnd, checked: 'whole' });
    expect(
      (await say()).stdout.replace('. Only the last records were checked; to check all: dualgate verify', ''),
    ).toBe((await say('--verify')).stdout);
    expect((await say()).stdout).toContain('ledger: 202 records, the last at ');
  });

  test('finds a change in the middle only with the whole ledger', async () => {
    changeMiddle();
    expect(await say()).toMatchObject({ code: 0, stderr: '' });
    const refusal = /^Cannot trust the ledger of long-ledger: record 100 \(line 101\) was changed/;
    const found = await say('--verify');
    expect([found.code, found.stdout]).toEqual([70, '']);
    expect(found.stderr).toMatch(refusal);
    writeFileSync(laid.ledger, sound);
  });

  test('reads the whole ledger without a checkpoint', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'dualgate-'));
    process.env['XDG_STATE_HOME'] = elsewhere;
    try {
      expect((await say()).stdout).toBe((await say('--verify')).stdout);
      changeMiddle();
      expect(await say()).toMatchObject({ code: 70, stdout: '' });
    } finally {
      process.env['XDG_STATE_HOME'] = laid.state;
      writeFileSync(laid.ledger, sound);
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });

  test('refuses an unknown run, and a run without its ledger', async () => {
    expect((await say('--run', 'nobody')).stderr).toMatch(/^Cannot find the run nobody: it has no ledger in /);
    rmSync(laid.ledger);
    expect((await say()).stderr).toMatch(/^Cannot find the run long-ledger: it has no ledger in /);
    writeFileSync(laid.ledger, sound);
  });
});
