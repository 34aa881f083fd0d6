import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRun } from '../../src/run/create-run.ts';
import type { RunEvent } from '../../src/records/run-events.ts';
import { EATER } from '../an-eater.ts';
import { aFolder, hasGit, write } from '../evidence/a-repository.ts';
import { textsOf } from '../evidence/findings/a-finding.ts';
import { aWorkspace, HONEST, withAnchorsAside } from './a-workspace.ts';

const SOURCE = 'export const one = () => 1;';
/** Eats where a source has the word. */
const CHECK = `import { readFileSync } from 'node:fs';
if (readFileSync('src/one.js', 'utf8').includes('HUNGRY')) { ${EATER} }
`;

describe.skipIf(!hasGit)('memory (needs git)', () => {
  beforeEach(withAnchorsAside);

  test('that a test or a check uses up costs its own run and nothing else', async () => {
    const turnOf = (text: string, iteration: number) => {
      return { phase: 'BUILD', iteration, write: { 'src/one.js': `${SOURCE}\n${text}\n` }, say: 'Done.', signal: true };
    };
    const { folder, config } = await aWorkspace([turnOf(EATER, 1), turnOf('// HUNGRY', 2), turnOf('// whole', 3)], {
      tests: { command: 'node --test', memory: '250MB', max_runs: 2 },
      phases: [
        {
          phase: 'BUILD',
          purpose: 'It builds',
          gate_1: { condition: 'tests_failing == 0 AND build_ok == true' },
          limits: { max_iterations: 3 },
        },
      ],
      checks: { build: 'node tools/build.mjs' },
      mutation_check: false,
    });
    await write(folder, { ...HONEST.RED.write, 'src/one.js': `${SOURCE}\n`, 'tools/build.mjs': CHECK });
    const events: RunEvent[] = [];
    const ended = await createRun({ config, onEvent: (event) => events.push(event) }).ended;
    const held = events.flatMap((event) => (event.type === 'phase.held' ? [event] : []));
    const OVER = String.raw`out of memory: used (?:[2-9]\d\d MB|1\.\d GB); the limit is 250 MB \(tests\.memory\)`;
    expect(held.map(({ findings }) => textsOf(findings).join('\n'))).toEqual([
      expect.stringMatching(new RegExp(`the test runner was stopped: ${OVER}`)),
      expect.stringMatching(new RegExp(`^The check build failed: ${OVER}`)),
    ]);
    expect(ended.status).toBe('completed');
  });

  test('that an agent uses up costs its own turn and nothing else', async () => {
    const aside = await aFolder();
    const block = ['NONCE', 'PHASE', 'ITERATION'].map(
      (key) => `console.log('${key}: ' + process.env.DUALGATE_${key});`,
    );
    const ate = JSON.stringify(join(aside, 'ate'));
    const agent = `const fs = require('node:fs');
      if (!fs.existsSync(${ate})) { fs.writeFileSync(${ate}, ''); ${EATER} } else {
      console.log('---PRP_PHASE_STATUS---'); ${block.join(' ')}
      console.log('STATUS: COMPLETE\\nEXIT_SIGNAL: true\\n---END_PRP_PHASE_STATUS---'); }`;
    await write(aside, { 'agent.cjs': agent });
    const { folder, config } = await aWorkspace([], {
      agent: { command: ['node', join(aside, 'agent.cjs')], memory: '250MB' },
      circuit_breaker: { backoff: '1ms' },
      phases: [{ phase: 'BUILD', purpose: 'It builds', gate_1: { condition: 'tests_failing == 0' } }],
      mutation_check: false,
    });
    await write(folder, { ...HONEST.RED.write, ...HONEST.GREEN.write });
    const events: RunEvent[] = [];
    const ended = await createRun({ config, onEvent: (event) => events.push(event) }).ended;
    const turns = events.flatMap((event) => (event.type === 'turn.ended' ? [event.turn] : []));
    expect(turns.map(({ outcome, error }) => [outcome, error?.message])).toEqual([
      [
        'crashed',
        expect.stringMatching(/^out of memory: used (?:[2-9]\d\d MB|1\.\d GB); the limit is 250 MB \(agent\.memory\)$/),
      ],
      ['ok', undefined],
    ]);
    expect(ended.status).toBe('completed');
  });
});
