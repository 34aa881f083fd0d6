import { textsOf } from '../../evidence/findings/a-finding.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pickOne } from '../../pick-some.ts';
import { PRESETS } from '../../../src/agents/programs/presets.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { HONEST } from '../../run/a-workspace.ts';
import { aClaim, type Step } from '../model-server/step.ts';
import { listMarked, runWhole, type WholeRunOptions } from './a-whole-run.ts';
import { CASES } from './cases.ts';
import { hasAgent } from './find-agent.ts';
import { CLAIM, TURN, WORK } from './honest-turns.ts';
import { AGREED, leftAt, leftBy, MISSING, PREMATURE, reasonsOf, signalsOf, turnsOf, typed } from './run-events.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(3, test);

/** It jumps to the end of each wait. */
const aClockThatJumps = (): Pick<WholeRunOptions, 'now' | 'watch'> => {
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const watch: WholeRunOptions['watch'] = (event) => {
    if (event.type === 'waiting') ahead += Date.parse(event.until) - now().getTime() + 1;
  };
  return { now, watch };
};

for (const preset of pickOne([PRESETS.pi, PRESETS.codex])) {
  const isThere = hasAgent(preset.program) && hasGit && process.platform === 'linux';
  const skipped = isThere ? '' : ' (skipped: it is not in the folder DUALGATE_AGENTS, or git or Linux is missing)';

  /** Whatever happened, nothing of the run is left, and no other host was asked. */
  const run = async (lists: readonly (readonly Step[])[], options: WholeRunOptions) => {
    const whole = await runWhole(preset, lists, options);
    expect({ running: listMarked(whole.id), outward: whole.outward }).toEqual({ running: [], outward: [] });
    return whole;
  };

  describe.skipIf(!isThere)(`the whole loop with the real ${preset.program}${skipped}`, () => {
    slow('leaves RED and GREEN with an honest model, in an environment of its own', async () => {
      process.env['STRAY'] = 'of the tests';
      onTestFinished(() => {
        delete process.env['STRAY'];
      });
      const red = [{ run: 'env > "$HOME/seen.env" || env > seen.env' }, ...TURN.RED];
      const { ended, events, workspace, model } = await run([red, TURN.GREEN], { until: 'GREEN' });
      expect(ended).toEqual(leftAt('GREEN'));
      expect(leftBy(events)).toEqual(['RED', 'GREEN']);
      expect(reasonsOf(events)).toEqual([AGREED, AGREED]);
      expect(turnsOf(events)).toMatchObject([{ outcome: 'ok' }, { outcome: 'ok' }]);
      // A nonce for each turn, and every question came with one.
      const nonces = model.requests.filter(({ protocol }) => protocol !== null).map(({ nonce }) => nonce);
      expect([nonces.includes(null), new Set(nonces).size]).toEqual([false, 2]);
      const places = [join(workspace, '..', 'home', 'seen.env'), join(workspace, 'seen.env')];
      const seen = readFileSync(places.find((it) => existsSync(it)) ?? '', 'utf8');
      expect(seen).toContain('DUALGATE_NONCE=');
      expect(seen).not.toContain('STRAY');
    });

    slow('is held when the model claims too early', async () => {
      const { ended, events } = await run([[CLAIM], TURN.RED], { until: 'RED' });
      expect(reasonsOf(events)).toEqual([PREMATURE, AGREED]);
      expect(signalsOf(events)).toEqual(['explicit_true', 'explicit_true']);
      expect(ended).toEqual(leftAt('RED'));
    });

    slow('is held when the model forgets to say that it is done', async () => {
      const { ended, events } = await run([[...WORK.RED, { say: 'Done.' }], [CLAIM]], { until: 'RED' });
      expect(reasonsOf(events)).toEqual([MISSING, AGREED]);
      expect(signalsOf(events)).toEqual(['signal_missing', 'explicit_true']);
      expect(ended).toEqual(leftAt('RED'));
    });

    slow('does not take the word of the turn before, nonce and all', async () => {
      const lists: (readonly Step[])[] = [[CLAIM]];
      const { ended, events } = await run(lists, {
        until: 'RED',
        watch: ({ type }, { requests }) => {
          if (type !== 'turn.ended' || lists.length > 1) return;
          const old = requests.map(({ nonce }) => nonce).find((nonce) => nonce !== null) ?? '';
          lists.push([...WORK.RED, { say: aClaim(true, old) }], [CLAIM]);
        },
      });
      expect(signalsOf(events)).toEqual(['explicit_true', 'stale_signal', 'explicit_true']);
      expect(reasonsOf(events)).toEqual([PREMATURE, MISSING, AGREED]);
      expect(ended).toEqual(leftAt('RED'));
    });

    slow('is held, and says by what, when the model edits a frozen test', async () => {
      const file = 'test/one.test.js';
      const frozen = HONEST.RED.write[file];
      const cheat = [{ write: file, content: frozen.replace('one(), 1', 'one(), 0') }, CLAIM];
      const fix = [{ write: file, content: frozen }, ...TURN.GREEN];
      const { ended, events } = await run([TURN.RED, cheat, fix], { until: 'GREEN' });
      expect(reasonsOf(events)).toEqual([AGREED, PREMATURE, AGREED]);
      expect(typed(events, 'phase.held').map(({ phase, findings }) => ({ phase, notes: textsOf(findings) }))).toEqual([
        {
          phase: 'GREEN',
          notes: [
            `${file} was changed after it was frozen: restore it.`,
            expect.stringContaining(`dualgate accept ${file} -m`),
          ],
        },
      ]);
      expect(ended).toEqual(leftAt('GREEN'));
    });

    slow('asks for a person when the provider says 401, and says what to do', async () => {
      const { ended, events } = await run([CASES.api_401.steps], { until: 'RED' });
      expect(ended).toMatchObject({ status: 'needs_human', exit_code: 4 });
      expect(ended.why).toMatch(
        /^The agent is not authorised: .*401.*Log in with it once, or set its key in the environment/s,
      );
      expect(turnsOf(events)).toMatchObject([{ outcome: 'unauthorised' }]);
      expect(reasonsOf(events)).toEqual([]);
    });

    slow('waits when the provider says 429, and continues in the same iteration', async () => {
      const { ended, events } = await run([CASES.api_429.steps, TURN.RED], { until: 'RED', ...aClockThatJumps() });
      expect(turnsOf(events).map(({ outcome }) => outcome)).toEqual(['rate_limited', 'ok']);
      expect(typed(events, 'waiting')).toMatchObject([{ phase: 'RED', iteration: 1, attempt: 1 }]);
      expect(typed(events, 'iteration.started').map(({ iteration, attempt }) => [iteration, attempt])).toEqual([
        [1, 1],
        [1, 2],
      ]);
      expect(ended).toEqual(leftAt('RED'));
    });

    slow('waits, tries again and gives up when the provider fails turn after turn with 500', async () => {
      const { ended, events } = await run([CASES.api_500.steps], { until: 'RED', ...aClockThatJumps() });
      expect(turnsOf(events).map(({ outcome }) => outcome)).toEqual([
        'crashed',
        'crashed',
        'crashed',
        'crashed',
        'crashed',
      ]);
      expect(typed(events, 'waiting').map((event) => event.for)).toEqual(['retry', 'retry', 'breaker', 'breaker']);
      expect(ended).toMatchObject({ status: 'stuck', exit_code: 1 });
      expect(ended.why).toMatch(
        /^The agent crashed .*in 3 turns in a row, and 2 trial iterations after a cooldown did no better$/s,
      );
      expect(reasonsOf(events)).toEqual([]);
    });

    slow('ends an agent of which nothing is heard, and keeps what it did', async () => {
      const { ended, events } = await run([[...WORK.RED, { hang: true }], [CLAIM]], {
        until: 'RED',
        agent: { idle_timeout: '12s' },
      });
      expect(turnsOf(events)).toMatchObject([{ outcome: 'timed_out', which: 'idle' }, { outcome: 'ok' }]);
      expect(signalsOf(events)).toEqual(['agent_timed_out', 'explicit_true']);
      expect(reasonsOf(events)).toEqual([MISSING, AGREED]);
      expect(ended).toEqual(leftAt('RED'));
    });

    slow('ends and names what the agent left running', async () => {
      // Until it is out of the shell's group, which codex ends with the command.
      const detached = `setsid sh -c 'echo up > "$TMPDIR/up"; exec sleep 300' > /dev/null 2>&1 &`;
      const leaves = [{ run: `${detached} until [ -e "$TMPDIR/up" ]; do sleep 0.1; done` }, ...TURN.RED];
      // In its own sandbox, codex leaves nothing to us.
      const { ended, events } = await run([leaves], { until: 'RED', agent: { permissions: 'all' } });
      const [turn] = turnsOf(events);
      expect(turn).toMatchObject({ outcome: 'ok', left_running: [expect.stringMatching(/sleep 300/)] });
      expect(ended).toEqual(leftAt('RED'));
    });
  });
}
