/**
 * A program under the name of a real agent, on a PATH of its own: it plays one body of JavaScript a turn, the last one for
 * ever, and prints what the real one would print.
 */
import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { readFileSync } from 'node:fs';
import { aFolder } from '../evidence/a-repository.ts';

export interface FakeProgram {
  /** For `agent.env` of a config. */
  readonly env: { readonly PATH: string };
  /** Arguments of each turn that was taken. */
  readonly argvs: () => readonly (readonly string[])[];
}

/** Functions that a body may call: `write(files)`, `print(event)`, `block(signal)`, and `claude(text, more)` for its whole result. */
const PRELUDE = `
const { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { spawn } = require('node:child_process');
const { DUALGATE_PHASE: phase, DUALGATE_ITERATION: iteration, DUALGATE_NONCE: nonce } = process.env;
const argvs = join(__dirname, 'argvs');
const turn = existsSync(argvs) ? readFileSync(argvs, 'utf8').trimEnd().split('\\n').length : 0;
appendFileSync(argvs, JSON.stringify(process.argv.slice(2)) + '\\n');
const print = (event) => console.log(JSON.stringify(event));
const write = (files) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
};
const block = (signal) => ['---PRP_PHASE_STATUS---', 'PHASE: ' + phase, 'ITERATION: ' + iteration, 'NONCE: ' + nonce,
  'STATUS: ' + (signal ? 'COMPLETE' : 'IN_PROGRESS'), 'EXIT_SIGNAL: ' + signal, '---END_PRP_PHASE_STATUS---'].join('\\n');
const claude = (text, more = {}) => print({ type: 'result', subtype: 'success', is_error: false, stop_reason: 'end_turn',
  session_id: '5e55-' + turn, usage: { input_tokens: 1000, output_tokens: 50 }, total_cost_usd: 0.1,
  permission_denials: [], result: text, ...more });
`;

/** @param bodies - one a turn */
export const aFakeProgram = async (name: string, bodies: readonly string[]): Promise<FakeProgram> => {
  const folder = await aFolder();
  const turns = bodies.map((body) => `() => {\n${body}\n}`).join(',\n');
  const script = `#!${process.execPath}\n${PRELUDE}\nconst turns = [${turns}];\nturns[Math.min(turn, turns.length - 1)]();\n`;
  await writeFile(join(folder, name), script);
  await chmod(join(folder, name), 0o755);
  return {
    env: { PATH: [folder, process.env['PATH']].join(delimiter) },
    argvs: () =>
      readFileSync(join(folder, 'argvs'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as readonly string[]),
  };
};
