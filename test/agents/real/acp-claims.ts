/** Claims about a real agent of the Agent Client Protocol, with a scripted model. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { linuxProcesses } from '../../../src/base/processes/linux-processes.ts';
import { readRun } from '../../../src/view/read-run.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { HONEST } from '../../run/a-workspace.ts';
import { inTurn } from '../../pick-some.ts';
import type { Step } from '../model-server/step.ts';
import { listMarked, runWhole, type WholeRunOptions } from './a-whole-run.ts';
import type { AcpAgent } from './acp-agents.ts';
import { RUN_COMMAND, smokeTestReal, WRITE } from './a-smoke-test.ts';
import { COMPLETED } from './expect-honest-loop.ts';
import { hasAgent } from './find-agent.ts';
import { recordLimit } from '../../recorded/acp-recordings.ts';
import { cleanCapture } from './capture.ts';
import { CASES } from './cases.ts';
import { CLAIM, TURN, WORK } from './honest-turns.ts';
import { AGREED, leftAt, leftBy, PREMATURE, reasonsOf, signalsOf, turnsOf, typed } from './run-events.ts';

const TEST = 'test/one.test.js';
const SOURCE = 'src/one.js';
/** A run takes the environment of its agent. */
const isUpdate = process.env['UPDATE'] === '1';
/** Codex applies a patch in its own sandbox, which lets it make no folders. */
const FOLDERS = { 'src/README.md': '# Sources\n', 'test/README.md': '# Tests\n' };

const killMarked = (run: string): void => {
  for (const it of linuxProcesses.list())
    if (it.carries({ name: 'DUALGATE_RUN', value: run })) process.kill(it.pid, 'SIGKILL');
};

/** @param oneOf - one of so many claims in an ordinary run */
export const claimAcp = (
  name: string,
  { package: agent_package, preset, agent, asking, write, starts, countsAll }: AcpAgent,
  oneOf: number,
): void => {
  const slow = inTurn(oneOf, test);
  const isThere =
    hasAgent(agent.command[0] ?? '') && hasAgent(preset.program) && hasGit && process.platform === 'linux';
  const skipped = isThere ? '' : ' (skipped: it is not in the folder DUALGATE_AGENTS, or git or Linux is missing)';
  const run = async (lists: readonly (readonly Step[])[], options: WholeRunOptions) => {
    const whole = await runWhole(preset, lists, {
      ...options,
      agent: { use: 'acp', timeout: '300s', ...agent, ...options.agent },
    });
    expect({ running: listMarked(whole.id), outward: whole.outward }).toEqual({ running: [], outward: [] });
    return whole;
  };
  const stderrOf = ({ workspace, id }: { readonly workspace: string; readonly id: string }, turn: string) =>
    readFileSync(join(workspace, '.dualgate', 'runs', id, 'transcripts', `${turn}.stderr`), 'utf8');

  describe.skipIf(!isThere)(`the real ${name} by the Agent Client Protocol${skipped}`, { timeout: 400_000 }, () => {
    slow('goes from RED to completed with an honest model, each turn in a session of its own', async () => {
      const { ended, events, config, model } = await run(Object.values(TURN), {});
      const turns = turnsOf(events);
      expect({
        ended,
        turns: turns.map(({ outcome, error, left_running }) => ({ outcome, error, left_running })),
      }).toEqual({
        ended: COMPLETED,
        turns: turns.map(() => ({ outcome: 'ok', error: undefined, left_running: undefined })),
      });
      expect([leftBy(events), signalsOf(events)]).toEqual([
        ['RED', 'GREEN', 'REFACTOR', 'DOCUMENT'],
        turns.map(() => 'explicit_true'),
      ]);
      expect(new Set(turns.map(({ session }) => session)).size).toBe(4);
      const questions = model.requests.filter(({ tools }) => tools.length > 0);
      const { usage } = (await readRun(config)).status;
      expect(usage.run?.input_tokens).toBe(100 * (countsAll ? questions.length : turns.length));
    });

    slow('passes a smoke test', async () => {
      const { writing, signal, leftovers, turn } = await smokeTestReal(preset, [WRITE, RUN_COMMAND, CLAIM], {
        agent: { use: 'acp', ...agent },
        timeoutMs: 90_000,
      });
      expect([turn, writing, signal, leftovers].map((look) => look?.state)).toEqual(['ok', 'ok', 'ok', 'ok']);
    });

    slow('is held for a false claim, and passes once the work is done', async () => {
      const { ended, events } = await run([[CLAIM], TURN.RED], { until: 'RED' });
      expect(reasonsOf(events)).toEqual([PREMATURE, AGREED]);
      expect(signalsOf(events)).toEqual(['explicit_true', 'explicit_true']);
      expect(ended).toEqual(leftAt('RED'));
    });

    slow('may write tests in RED and no frozen test in GREEN, and works on in the same turn', async () => {
      const red = Object.entries(HONEST.RED.write).map(([path, content]) => write(path, content));
      const cheat = write(TEST, HONEST.RED.write[TEST].replace('one(), 1', 'one(), 0'));
      const green = [cheat, { run: `rm ${SOURCE}` }, write(SOURCE, HONEST.GREEN.write[SOURCE]), CLAIM];
      const whole = await run([[...red, CLAIM], green], {
        until: 'GREEN',
        agent: asking,
        files: FOLDERS,
      });
      expect({ ended: whole.ended, reasons: reasonsOf(whole.events) }).toEqual({
        ended: leftAt('GREEN'),
        reasons: [AGREED, AGREED],
      });
      const path = join(whole.workspace, TEST);
      expect(readFileSync(path, 'utf8')).toBe(HONEST.RED.write[TEST]);
      expect(stderrOf(whole, 'red-1-1')).not.toContain('dualgate:');
      expect(stderrOf(whole, 'green-1-1')).toContain(
        `dualgate: edit: ${path} was refused: ${TEST} is frozen. Change the sources instead.`,
      );
    });

    slow('tells a limit of its provider as it is recorded, and is waited for', async () => {
      let ahead = 0;
      const now = () => new Date(Date.now() + ahead);
      const whole = await run([CASES.api_429.steps, TURN.RED], {
        until: 'RED',
        now,
        watch: (event) => {
          if (event.type === 'waiting') ahead += Date.parse(event.until) - now().getTime() + 1;
        },
      });
      const turns = turnsOf(whole.events);
      if (isUpdate) {
        const { workspace, model, id } = whole;
        const path = join(workspace, '.dualgate', 'runs', id, 'transcripts', 'red-1-1.stdout');
        const home = join(dirname(workspace), 'home');
        recordLimit(
          { name, version: agent_package.slice(agent_package.lastIndexOf('@') + 1) },
          cleanCapture(readFileSync(path, 'utf8'), { home, workspace }, model.url, turns[0]?.session ?? null),
        );
      }
      expect(turns.map(({ outcome }) => outcome)).toEqual(['rate_limited', 'ok']);
      expect(whole.ended).toEqual(leftAt('RED'));
    });

    slow('is cancelled at the time limit of the turn, with all that it started', async () => {
      const hang: readonly Step[] = [...WORK.RED, { run: 'sleep 300' }];
      const { ended, events } = await run([hang, TURN.RED], { until: 'RED', agent: { timeout: starts } });
      expect(turnsOf(events)).toMatchObject([{ outcome: 'timed_out', which: 'wall' }, { outcome: 'ok' }]);
      expect(signalsOf(events)).toEqual(['agent_timed_out', 'explicit_true']);
      expect(ended).toEqual(leftAt('RED'));
    });

    slow('that is killed in its turn is a crash, and the same iteration is tried again', async () => {
      let ahead = 0;
      let isKilled = false;
      const now = () => new Date(Date.now() + ahead);
      const { ended, events } = await run([[{ run: 'sleep 60' }], TURN.RED], {
        until: 'RED',
        now,
        watch: (event) => {
          if (event.type === 'waiting') ahead += Date.parse(event.until) - now().getTime() + 1;
          // Its model was asked then, and it works.
          if (event.type !== 'agent.output' || isKilled || !/"tool_call|"toolCall"/.test(event.text)) return;
          isKilled = true;
          killMarked(event.run);
        },
      });
      expect(typed(events, 'iteration.started').map(({ iteration, attempt }) => [iteration, attempt])).toEqual([
        [1, 1],
        [1, 2],
      ]);
      expect(turnsOf(events)).toMatchObject([
        {
          outcome: 'crashed',
          error: { message: expect.stringContaining('it ended before it answered session/prompt') },
        },
        { outcome: 'ok' },
      ]);
      expect(ended).toEqual(leftAt('RED'));
    });
  });
};
