import { existsSync, readFileSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { RunEvent } from '../../../src/records/run-events.ts';
import { createRun } from '../../../src/run/create-run.ts';
import { runFolders } from '../../../src/records/run-folders.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { aWorkspace, withAnchorsAside } from '../a-workspace.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(3, test);

/** A program that says `words[phase-iteration]` with the block of its iteration, after its work. */
const agentOf = (turns: string, word: string): string => `
  import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
  const { DUALGATE_PHASE: phase, DUALGATE_ITERATION: iteration, DUALGATE_NONCE: nonce } = process.env;
  const write = (path, text) => { mkdirSync(path.split('/')[0], { recursive: true }); writeFileSync(path, text); };
  const red = () => {
    write('src/one.js', 'export const one = () => 0;\\n');
    write('test/one.test.js', "import test from 'node:test';\\nimport assert from 'node:assert';\\nimport { one } from '../src/one.js';\\ntest('AC-1', () => assert.equal(one(), 1));\\n");
  };
  const green = () => write('src/one.js', 'export const one = () => 1;\\n');
  const move = () => { mkdirSync('done', { recursive: true }); renameSync('spec.md', 'done/spec.md'); };
  const back = () => renameSync('done/spec.md', 'spec.md');
  ${word}
  ${turns}
`;

const DOYAKEN = `const say = (words, yes, tests) => console.log([words, '', 'DOYAKEN_STATUS:', '  PHASE_COMPLETE: ' + yes,
  '  FILES_MODIFIED: 7', '  TESTS_STATUS: ' + tests, '  CONFIDENCE: high', '  PHASE: ' + phase, '  ITERATION: ' + iteration, '  NONCE: ' + nonce].join('\\n'));`;

const run = async (preset: string, agent: string) => {
  const { config } = await aWorkspace(
    [{ phase: 'RED' }],
    { preset, agent: { command: 'node agent.mjs' } },
    {
      'package.json': '{ "type": "module" }\n',
      'agent.mjs': agent,
    },
  );
  const events: RunEvent[] = [];
  const started = createRun({ config, onEvent: (event) => events.push(event) });
  const ended = await started.ended;
  const records = (existsSync(started.ledger) ? readFileSync(started.ledger, 'utf8') : '{}')
    .trimEnd()
    .split('\n')
    .map((line): { readonly type: string; readonly data: unknown } => JSON.parse(line));
  return { ended, events, records, folders: runFolders(config.folder, started.id) };
};

describe.skipIf(!hasGit)('a run by a preset (needs git)', () => {
  beforeEach(withAnchorsAside);

  slow(
    'doyaken: claims, a moved task file and work without a claim are held, each by what it lacks, and confidence.log says why',
    async () => {
      const turns = `
      if (phase === 'RED') { red(); say('The tests are written.', true, 'fail'); }
      else if (iteration === '1') say('Done. All tests pass.', true, 'pass');
      else if (iteration === '2') { move(); say('Done.', true, 'pass'); }
      else if (iteration === '3') { back(); green(); console.log('All of it is done.'); }
      else if (iteration === '4') say('I looked at it again.', true, 'pass');
      else say('The work is finished.', true, 'pass');`;
      const { ended, events, folders } = await run('doyaken', agentOf(turns, DOYAKEN));
      expect(ended.status).toBe('completed');
      const scored = events.flatMap((event) =>
        event.type === 'completion.scored'
          ? [[event.phase, event.confidence.score, event.verdict, event.warnings.length]]
          : [],
      );
      expect(scored).toEqual([
        ['RED', 65, { outcome: 'complete', decided_by: 'gates' }, 1],
        ['GREEN', 65, { outcome: 'held', decided_by: 'score' }, 0],
        ['GREEN', 85, { outcome: 'held', decided_by: 'floor' }, 0],
        ['GREEN', 25, { outcome: 'held', decided_by: 'score' }, 1],
        ['GREEN', 70, { outcome: 'held', decided_by: 'score' }, 1],
        ['GREEN', 80, { outcome: 'complete', decided_by: 'gates' }, 0],
      ]);
      const log = readFileSync(folders.confidenceLog, 'utf8');
      expect(log.split('\n').filter((line) => line.includes(' GREEN 2 '))).toEqual([
        expect.stringMatching(
          /^\S+ GREEN 2 confidence=85 threshold=70 basis=block block=30\/30 phase_complete=20\/20 files_modified=0\/15 task_done=20\/20 keywords=10\/10 tests_status=5\/5 outcome=held decided_by=floor$/,
        ),
      ]);
      expect(log).toContain('  Completion is indicated without the structured signal');
      rmSync(folders.state, { recursive: true, force: true });
    },
  );

  slow('doyaken: after three claims under 50 a manual review is suggested, and the work continues', async () => {
    const turns = `if (phase === 'RED') { red(); say('Written.', true, 'fail'); }
      else if (iteration === '4') { green(); say('Finished.', true, 'pass'); }
      else { write('src/note' + iteration + '.js', ''); console.log('Done.'); }`;
    const { ended, events } = await run('doyaken', agentOf(turns, DOYAKEN));
    expect(ended.status).toBe('completed');
    const reviews = events.flatMap((event) =>
      event.type === 'phase.held'
        ? [event.findings.filter(({ code }) => code === 'completion.low_confidence').length]
        : [],
    );
    expect(reviews).toEqual([0, 0, 1]);
  });

  slow(
    'doyaken: "tests passing" is a word of completion, and work of an earlier iteration counts after the task file was moved',
    async () => {
      const turns = `
      if (phase === 'RED') { red(); say('The tests are there.', true, 'fail'); }
      else if (iteration === '1') { green(); say('Tests passing.', false, 'pass'); }
      else if (iteration === '2') { move(); say('Tests passing.', true, 'pass'); }
      else { back(); say('Tests passing.', true, 'pass'); }`;
      const { ended, events } = await run('doyaken', agentOf(turns, DOYAKEN));
      expect(ended.status).toBe('completed');
      const parts = events.flatMap((event) =>
        event.type === 'completion.scored' && event.phase === 'GREEN'
          ? [[event.confidence.parts.files_modified, event.confidence.parts.task_done, event.confidence.parts.keywords]]
          : [],
      );
      expect(parts).toEqual([
        [15, 0, 10],
        [15, 20, 10],
        [15, 0, 10],
      ]);
    },
  );

  slow(
    'apm2: RED completes no session while its work phase continues; an error does, and needs human input',
    async () => {
      vi.stubEnv('AGENT_EXIT_PROTOCOL_ENABLED', 'true');
      const word = `const say = (exit_reason, notes) => console.log(JSON.stringify({ protocol: 'apm2_agent_exit', version: '1.0.0',
      phase_completed: 'IMPLEMENTATION', exit_reason, notes: notes + ' nonce:' + nonce }));`;
      const turns = `if (phase === 'RED') { red(); say('completed', 'tests are there'); } else say('error', 'no compiler');`;
      const { ended, records } = await run('apm2', agentOf(turns, word));
      vi.unstubAllEnvs();
      expect(ended.status).toBe('needs_human');
      expect(ended.why).toMatch(/^The agent is blocked: no compiler/);
      expect(records.flatMap(({ type, data }) => (type === 'session.completed' ? [data] : []))).toEqual([
        expect.objectContaining({ phase: 'GREEN', exit_reason: 'error', next_work_phase: 'BLOCKED' }),
      ]);
    },
  );

  slow('apm2: does not begin where the environment does not switch the protocol on', async () => {
    vi.stubEnv('AGENT_EXIT_PROTOCOL_ENABLED', '');
    const { ended, records } = await run('apm2', '');
    expect(ended.why).toContain('exit signal validation is disabled (AGENT_EXIT_PROTOCOL_ENABLED=false)');
    expect(records).toEqual([{}]);
    vi.unstubAllEnvs();
  });
});
