import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inTurn, pickOne } from '../../pick-some.ts';
import { PRESETS } from '../../../src/agents/programs/presets.ts';
import type { RunEvent } from '../../../src/records/run-events.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { aClaim, type Step } from '../model-server/step.ts';
import { listMarked, runWhole, type WholeRunOptions } from './a-whole-run.ts';
import { hasAgent } from './find-agent.ts';
import { WORK } from './honest-turns.ts';

const typed = <T extends RunEvent['type']>(events: readonly RunEvent[], type: T) =>
  events.filter((event): event is RunEvent & { readonly type: T } => event.type === type);

const slow = inTurn(3, test);

/** The model has its agent run the command, keeps the answer, and says no word of it. */
const signal = (word: string): readonly Step[] => [
  { run: `"$DUALGATE_SIGNAL" ${word} --reason done > told.txt 2>&1` },
  { say: 'Done.' },
];

for (const preset of pickOne([PRESETS.pi, PRESETS.codex])) {
  const isThere = hasAgent(preset.program) && hasGit && process.platform === 'linux';
  const skipped = isThere ? '' : ' (skipped: it is not in the folder DUALGATE_AGENTS, or git or Linux is missing)';
  // The sandbox of codex lets nothing out under its default settings.
  const free = preset.name === 'codex' ? { args: ['-c', 'sandbox_workspace_write.network_access=true'] } : {};

  const run = async (lists: readonly (readonly Step[])[], options: WholeRunOptions) => {
    const whole = await runWhole(preset, lists, options);
    expect({ running: listMarked(whole.id), outward: whole.outward }).toEqual({ running: [], outward: [] });
    const path = join(whole.workspace, 'told.txt');
    return {
      status: whole.ended.status,
      left: typed(whole.events, 'phase.exited').map(({ phase }) => phase),
      received: typed(whole.events, 'signal.received').map(({ word }) => word),
      read: typed(whole.events, 'signal.read').map((event) => `${event.signal.source} ${event.signal.reason}`),
      reasons: typed(whole.events, 'iteration.decided').map(({ decision }) => decision.reason),
      told: existsSync(path) ? readFileSync(path, 'utf8') : null,
    };
  };

  describe.skipIf(!isThere)(`the signal command, run by the real ${preset.program}${skipped}`, () => {
    slow('leaves RED and GREEN by itself', async () => {
      const lists = [
        [...WORK.RED, ...signal('exit')],
        [...WORK.GREEN, ...signal('exit')],
      ];
      expect(await run(lists, { until: 'GREEN', agent: free })).toEqual({
        status: 'paused',
        left: ['RED', 'GREEN'],
        received: ['exit', 'exit'],
        read: ['command explicit_true', 'command explicit_true'],
        reasons: ['Both gates agree in this iteration', 'Both gates agree in this iteration'],
        told: 'Recorded for GREEN, iteration 1: exit. It counts only if the tests after this turn satisfy gate 1.\nNothing has been measured in this phase yet.\n',
      });
    });

    slow('opens nothing over an unmet condition, and tells the next turn what was missing', async () => {
      const lists = [signal('exit'), [...WORK.RED, ...signal('exit')]];
      const { reasons, told } = await run(lists, { until: 'RED', agent: free });
      expect(reasons).toEqual(['Exit signal set but Gate 1 not satisfied', 'Both gates agree in this iteration']);
      expect(told).toContain(
        'Gate 1 was not satisfied at the end of iteration 1:\n  - tests_total >= 1: got 0, expected 1 or more\n',
      );
    });

    slow('opens nothing beside a block that says no', async () => {
      const [command] = signal('exit');
      const lists = [
        [...WORK.RED, ...(command === undefined ? [] : [command]), { say: aClaim(false) }],
        signal('exit'),
      ];
      const { read, left } = await run(lists, { until: 'RED', agent: free });
      expect([read, left]).toEqual([['command channels_disagree', 'command explicit_true'], ['RED']]);
    });
  });
}

describe.skipIf(!hasAgent('codex') || !hasGit || process.platform !== 'linux')(
  'the signal command in the sandbox of the real codex (skipped where it is not installed)',
  () => {
    test('is not named in the prompt, fails with what to do instead, and the block is read', async () => {
      const [command = { say: '' }] = signal('exit');
      const lists = [[...WORK.RED, command, { say: `Done.\n\n${aClaim()}` }]];
      const { ended, events, workspace } = await runWhole(PRESETS.codex, lists, { until: 'RED' });
      expect(ended.status).toBe('paused');
      expect(typed(events, 'signal.read').map(({ signal: { source } }) => source)).toEqual(['block']);
      expect(readFileSync(join(workspace, 'told.txt'), 'utf8')).toMatch(
        /^Cannot signal exit: the sandbox around this command blocks the connection to dualgate \(.*EPERM.*\)\. Nothing was recorded\. End your last message with the status block of the prompt instead\.\n$/,
      );
      const sessions = join(workspace, '..', 'home', '.codex', 'sessions');
      const kept = readdirSync(sessions, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.jsonl'),
      );
      const prompts = kept.map((name) => readFileSync(join(sessions, name), 'utf8')).join('');
      expect(prompts).toContain('End your last message with the status block below');
      expect(prompts).not.toContain('Give your signal in one of two ways');
    });
  },
);
