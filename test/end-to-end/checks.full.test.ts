/**
 * Build, types and lint beside a suite, under the settings that `init` writes and the defaults below them: no key here
 * switches one off.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aFreshProject } from './a-fresh-project.ts';
import { SHOUT, WORK } from './a-project.ts';
import { honestBut, SAY_YES } from './a-shell-agent.ts';
import { lastDecision, pathOf, recordsOf } from './read-project.ts';
import { readEvents, runProgram } from './run-program.ts';
import { inTurn, pickOne } from '../pick-some.ts';

const slow = inTurn(3, test);

const ASKS_ALL = 'tests_failing == 0 AND build_ok == true AND types_ok == true AND lint_ok == true';

/** Writes this as the code, then says yes. */
const greenWith = (code: string): string => honestBut('GREEN', "cat > lib/shout.mjs << 'EOF'", code, 'EOF', SAY_YES);

describe.skipIf(!hasGit)(
  'a project with build, types and lint, as init writes it (needs git)',
  { concurrent: true },
  () => {
    slow('completes, and the proof of its commits succeeds', async ({ home }) => {
      const project = await aFreshProject(home, { green: ASKS_ALL });
      const config = await readFile(join(project.workspace, 'dualgate.yaml'), 'utf8');
      expect(config).toContain('\ncommits: true\n');
      expect(config).not.toMatch(/^(?:probe|circuit_breaker|signals):/m);

      const { exitCode, stdout, stderr } = await runProgram(project, 'run', '--json');
      expect(exitCode, `${stdout}\n${stderr}`).toBe(0);
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited', 'REFACTOR 1 exited', 'DOCUMENT 1 exited']);
      const decided = recordsOf(project, 'iteration.decided').map(({ record }) => record);
      const [, green] = decided;
      expect(green?.metrics).toMatchObject({
        build_ok: true,
        types_ok: true,
        lint_ok: true,
        consecutive_green_runs: 2,
      });
      expect(green?.metrics.mutants_killed).toBeGreaterThanOrEqual(1);
      // Every turn had to carry the nonce of its iteration.
      expect(new Set(decided.map(({ signal }) => signal.reason))).toEqual(new Set(['explicit_true']));
      const types = readEvents(stdout).flatMap((event) =>
        'phase' in event && event.phase === 'GREEN' ? event.type : [],
      );
      expect(types.lastIndexOf('check.ended')).toBeLessThan(types.indexOf('mutation_check.started'));

      const proof = await runProgram(project, 'prove');
      expect(proof.exitCode, `${proof.stdout}\n${proof.stderr}`).toBe(0);
    });

    test.for(pickOne(['build', 'types', 'lint']))(
      'is held for the check that fails, before the mutation check: %s',
      async (check, { home }) => {
        const code = `${SHOUT.trimEnd()} // NO ${check.toUpperCase()}`;
        const project = await aFreshProject(home, { green: ASKS_ALL, chances: 1, agent: greenWith(code) });
        const { exitCode, stdout } = await runProgram(project, 'run', '--json');
        expect(exitCode).toBe(1);
        expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 held']);
        expect(lastDecision(project)).toMatchObject({
          unmet: [`${check}_ok == true`],
          notes: [`The check ${check} failed: exit code 1 (node tools/${check}.mjs).`],
        });
        expect(readEvents(stdout).some(({ type }) => type === 'mutation_check.started')).toBe(false);
      },
    );

    slow('is held for a suite that does not test the code, although its checks pass', async ({ home }) => {
      const project = await aFreshProject(home, {
        green: ASKS_ALL,
        chances: 1,
        work: {
          ...WORK,
          RED: { ...WORK.RED, 'checks/shout.test.mjs': HOLLOW },
          GREEN: { ...WORK.GREEN, 'lib/done': '' },
        },
      });
      const { exitCode } = await runProgram(project, 'run', '--json');
      expect(exitCode).toBe(1);
      expect(lastDecision(project).unmet).toEqual([
        'mutants_killed_percent >= 50 OR mutants_tested < 3',
        'code_reached_percent >= 50',
      ]);
      const last = recordsOf(project, 'iteration.decided').at(-1)?.record.metrics;
      expect(last).toMatchObject({ build_ok: true, types_ok: true, lint_ok: true, mutants_killed_percent: 0 });
    });
  },
);

/** Fails until there is a file. */
const HOLLOW = `import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { ok } from 'node:assert/strict';
import { shout } from '../lib/shout.mjs';
test('AC-1: a word is shouted in capitals', () => ok(existsSync('lib/done') && shout));
test('AC-2: a shout ends with one exclamation mark', () => ok(existsSync('lib/done') && shout));
`;
