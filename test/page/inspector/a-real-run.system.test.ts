/** A real run with an agent that gives away what it knows, seen by their own receiver. */
import { createWebSocketReceiver } from '@statelyai/inspect';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createStatelyInspector, secretsOf, serveStately } from '../../../src/page/inspector/index.ts';
import { createRun } from '../../../src/run/create-run.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { aWorkspace, withAnchorsAside } from '../../run/a-workspace.ts';

const SECRET = 'pearl-of-the-operator';
const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';

/** It says its secrets wherever it is heard: in the names and messages of tests, and in its block. */
const LEAKY = `cat > /dev/null
printf '%s' "$DUALGATE_NONCE" > nonce.txt
cat > one.test.js <<END
const { test } = require('node:test');
test('AC-1: one $PEARL', () => { throw new Error('env: $PEARL, $DUALGATE_NONCE and ${TOKEN}'); });
END
printf '%s\\n' ---PRP_PHASE_STATUS--- 'PHASE: RED' 'ITERATION: 1' "NONCE: $DUALGATE_NONCE" 'STATUS: BLOCKED' \\
  'BLOCKERS:' "  - $PEARL $DUALGATE_NONCE ${TOKEN}" 'EXIT_SIGNAL: false' ---END_PRP_PHASE_STATUS---
`;

type Heard = { readonly type: string; readonly sessionId: string; readonly name?: string; readonly parentId?: string };

describe.skipIf(!hasGit)('a real run in Stately’s receiver (needs git)', () => {
  beforeEach(withAnchorsAside);

  test('shows chart, loop, counter and breaker to their ends, and nothing that is secret', async () => {
    const { config, folder } = await aWorkspace(
      [],
      { agent: { command: ['sh', 'agent.sh'], env: { PEARL: SECRET }, timeout: '30s' } },
      { 'package.json': '{}\n', 'agent.sh': LEAKY },
    );
    const inspector = createStatelyInspector({ secrets: secretsOf(config, process.env) });
    const viewers = await serveStately(inspector);
    const received: Heard[] = [];
    createWebSocketReceiver({ server: viewers.address }).subscribe((each) => received.push(each as unknown as Heard));
    const { ended } = createRun({ config, inspect: inspector.inspect });
    expect(await ended).toMatchObject({ status: 'needs_human' });
    await viewers.close();

    const actors = received.filter(({ type }) => type === '@xstate.actor');
    const named = (name: string) => actors.find((each) => each.name === name);
    expect(new Set(actors.map(({ name }) => name))).toEqual(
      new Set([
        'tdd',
        'breaker',
        'run',
        '0.run.takingBaseline',
        '0.run.preparing',
        '0.run.agentWorking',
        'greenRuns',
        '0.run.testing.running',
        '0.gatheringEvidence',
        '0.run.deciding',
      ]),
    );
    expect(named('greenRuns')?.parentId).toBe(named('run')?.sessionId);
    const last = (name: string) => received.findLast(({ sessionId }) => sessionId === named(name)?.sessionId);
    expect(last('run')).toMatchObject({ snapshot: { status: 'done', output: { status: 'needs_human' } } });
    expect(last('tdd')).toMatchObject({ event: { type: 'xstate.stop' }, snapshot: { value: 'needsHuman' } });
    expect(last('breaker')).toMatchObject({ event: { type: 'xstate.stop' } });
    expect(received).toContainEqual(
      expect.objectContaining({
        type: '@xstate.event',
        sessionId: named('tdd')?.sessionId,
        event: expect.objectContaining({ type: 'ITERATION', record: expect.objectContaining({ phase: 'RED' }) }),
      }),
    );

    const nonce = readFileSync(join(folder, 'nonce.txt'), 'utf8');
    expect(nonce).toMatch(/^[0-9a-f]{16}$/);
    const everything = JSON.stringify(received);
    expect(everything).toContain('AC-1: one [redacted]');
    expect(everything).toContain('env: [redacted], [redacted] and [redacted]');
    expect(everything).toContain('The agent is blocked: [redacted] [redacted] [redacted]');
    for (const secret of [SECRET, TOKEN, nonce]) expect(everything).not.toContain(secret);
  });
});
