import { beforeEach, describe, expect, test } from 'vitest';
import { createRun } from '../../src/run/create-run.ts';
import type { RunEvent } from '../../src/records/run-events.ts';
import { EATER } from '../an-eater.ts';
import { hasGit, write } from '../evidence/a-repository.ts';
import { textsOf } from '../findings/a-finding.ts';
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
});
