import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createRun } from '../../../src/run/create-run.ts';
import { readRun } from '../../../src/view/read-run.ts';
import type { RunEvent } from '../../../src/records/run-events.ts';
import { runFolders } from '../../../src/records/run-folders.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { aCodeWorkspace, aWorkspace, HONEST, withAnchorsAside } from '../a-workspace.ts';

describe.skipIf(!hasGit)('a run without progress (needs git)', () => {
  test('waits, has one trial, waits no more, and reports it everywhere', async () => {
    await withAnchorsAside();
    const { folder, config } = await aCodeWorkspace([], {
      agent: { command: ['sh', '-c', 'cat > /dev/null; echo "Great progress, nearly there."'] },
      circuit_breaker: { cooldown: '300ms', reopenings: 1 },
    });
    const events: RunEvent[] = [];
    const run = createRun({ config, onEvent: (event) => events.push(event) });
    const why =
      'Exit gate not passing: 3 iterations without progress, and 1 trial iteration after a cooldown did no better';
    expect(await run.ended).toEqual({ status: 'stuck', why, exit_code: 1 });

    const reported = events.flatMap((event) => {
      if (event.type === 'breaker.changed') return [`${event.from} ${event.to}`];
      return event.type === 'waiting' || event.type === 'iteration.decided' ? [event.type] : [];
    });
    const decided = 'iteration.decided';
    expect(reported).toEqual([
      decided,
      decided,
      'CLOSED HALF_OPEN',
      decided,
      'HALF_OPEN OPEN',
      'waiting',
      'OPEN HALF_OPEN',
      decided,
      'HALF_OPEN OPEN',
    ]);
    const waited = events.find((event) => event.type === 'waiting');
    const trial = events.findLast((event) => event.type === 'iteration.started');
    expect(waited?.type === 'waiting' && (trial?.at ?? '') >= waited.until).toBe(true);

    const { status } = await readRun(config, run.id);
    expect(status.breaker).toMatchObject({ state: 'OPEN', why, openings: 2, exhausted: true });
    const folders = runFolders(folder, run.id);
    expect(JSON.parse(readFileSync(folders.status, 'utf8'))).toMatchObject({ breaker: status.breaker });
    const blocks = readFileSync(folders.phaseStatusLog, 'utf8').split('\n\n');
    const open = blocks.filter((block) => block.includes('STATE: OPEN'));
    expect(open.map((block) => /STATUS: (\w+)/.exec(block.replace('PRP_PHASE_STATUS', ''))?.[1])).toEqual(
      open.map(() => 'BLOCKED'),
    );
    expect(open.at(1)).toContain('or: Reset and resume, guide the agent, skip the phase, or abort');
  });

  test('is caught by its failures when its agent changes a comment in each turn', async () => {
    await withAnchorsAside();
    const phases = ['RED', 'GREEN'].map((phase) => ({
      phase,
      purpose: phase,
      gate_1: { condition: 'tests_total > 0' },
      circuit_breaker: { same_error: 2 },
    }));
    const comment = (iteration: number) => ({
      phase: 'GREEN',
      iteration,
      write: { 'src/one.js': `export const one = () => 0; // ${iteration}\n` },
      signal: false,
    });
    const { config } = await aWorkspace([{ phase: 'RED', ...HONEST.RED }, ...[1, 2, 3, 4].map(comment)], {
      phases,
      circuit_breaker: { reopenings: 0 },
    });
    expect(await createRun({ config }).ended).toEqual({
      status: 'stuck',
      why: 'Exit gate not passing: 2 iterations with the same failing tests',
      exit_code: 1,
    });
  });
});
