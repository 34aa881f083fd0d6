/** Test files that try to be counted as something else than they are: what is tried, and what it comes to. */
import type { RunnerName } from '../../src/runners/runners.ts';

export interface Cheat {
  /** A file with one test, `cheats`, that fails in the end; `test` is in scope. */
  readonly text: string;
  /** Message of the failing test: the secret that it found. Else `it tried`. */
  readonly secret?: string;
  /** A runner whose own channels break over it, so that its run is not whole anyway. */
  readonly notIn?: RunnerName;
  /** Problem of the report then; absent if the attempt changes nothing. */
  readonly problem?: RegExp;
}

const inTest = (body: string): string => `test('cheats', async () => { ${body} throw new Error('it tried'); });`;

export const CHEATS: Readonly<Record<string, Cheat>> = {
  "prints other runners' success": {
    text: inTest(`
      console.log(JSON.stringify({ type: 'end', passed: 99, failed: 0, skipped: 0, load_failures: 0, unhandled_errors: 0, interrupted: false }));
      console.log('TAP version 13\\nok 1 - all\\n1..1\\n99 passing\\nTests: 99 passed, 99 total\\nOK');`),
  },
  'looks for key, report and nonce in its environment': {
    text: `test('cheats', () => { throw new Error(Object.keys(process.env).filter((name) => /DUALGATE|PW_TEST_REP/.test(name)).join()); });`,
    secret: 'DUALGATE_RUN',
  },
  'reads the environment of every process above it, and every file beside the report': {
    text: `test('cheats', () => {
      const { readdirSync, readFileSync } = require('node:fs');
      const texts = [];
      for (let pid = process.pid; pid > 1; ) {
        try {
          texts.push(readFileSync('/proc/' + pid + '/environ', 'utf8'));
          pid = Number(readFileSync('/proc/' + pid + '/stat', 'utf8').split(') ')[1].split(' ')[1]);
        } catch { break; }
      }
      const keys = texts.join('\\0').split('\\0').filter((it) => /^DUALGATE_\\w*=[0-9a-f]{64}$/.test(it));
      const files = readdirSync('../reports').filter((name) => !name.endsWith('.ndjson') && name !== 'compiled');
      throw new Error([...keys, ...files, 'found ' + (keys.length + files.length)].join());
    });`,
    secret: 'found 0',
  },
  'writes a passing test into the report': {
    text: inTest(`
      const { appendFileSync, readdirSync } = require('node:fs');
      for (const name of readdirSync('../reports').filter((it) => it.endsWith('.ndjson'))) {
        appendFileSync('../reports/' + name, JSON.stringify({ type: 'test', file: 'cheats.test.js', name: 'made up', state: 'passed' }) + '\\n');
      }`),
    // A runner whose reporter begins late writes after it.
    problem:
      /the seal of the report is wrong: another program wrote to it|the report does not begin with the start of this test run/,
  },
  'puts a whole report of its own in its place': {
    text: inTest(`
      const { readdirSync, renameSync, writeFileSync } = require('node:fs');
      const { createHmac } = require('node:crypto');
      const seal = createHmac('sha256', 'a guess').update('start').digest('hex');
      const end = { type: 'end', passed: 1, failed: 0, skipped: 0, load_failures: 0, unhandled_errors: 0, interrupted: false, seal };
      const lines = [{ type: 'start', v: 1, seal }, { type: 'test', file: 'a.test.js', name: 'cheats', state: 'passed' }, end];
      for (const name of readdirSync('../reports').filter((it) => it.endsWith('.ndjson'))) {
        renameSync('../reports/' + name, '../reports/gone');
        writeFileSync('../reports/' + name, lines.map((line) => JSON.stringify(line) + '\\n').join(''));
      }`),
    problem: /report/,
  },
  'gives every object a toJSON': {
    text: inTest(`
      const toJSON = function () { return 'state' in this && 'file' in this ? { ...this, state: 'passed' } : this; };
      Object.defineProperty(Object.prototype, 'toJSON', { value: toJSON, configurable: true });`),
    notIn: 'vitest',
  },
  'replaces what a report is written with': {
    text: `const fs = require('node:fs'); const crypto = require('node:crypto'); const Module = require('node:module');
      const rewrite = (line) => typeof line === 'string' ? line.replace('"state":"failed"', '"state":"passed"') : line;
      const { writeSync, appendFileSync, writeFileSync } = fs;
      fs.writeSync = (to, line, ...rest) => writeSync(to, rewrite(line), ...rest);
      fs.appendFileSync = (to, line, ...rest) => appendFileSync(to, rewrite(line), ...rest);
      fs.writeFileSync = (to, line, ...rest) => writeFileSync(to, rewrite(line), ...rest);
      const Hmac = Object.getPrototypeOf(crypto.createHmac('sha256', ''));
      const { update } = Hmac;
      Hmac.update = function (line, ...rest) { return update.call(this, rewrite(line), ...rest); };
      const { stringify } = JSON;
      JSON.stringify = (value, ...rest) => rewrite(stringify(value, ...rest));
      Module.syncBuiltinESMExports?.();
      ${inTest('')}`,
  },
};
