import { chmod } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, write } from './a-project.ts';
import { HONEST } from './a-shell-agent.ts';
import { pathOf } from './read-project.ts';
import { runProgram } from './run-program.ts';

describe.skipIf(!hasGit)('an agent of one phase (needs git)', () => {
  test('takes the turns of its phase, and no other', async ({ home }) => {
    const other = join(home, 'agent', 'other.sh');
    const project = await aProject(home, {
      agent: HONEST.replace('#!/bin/sh', '#!/bin/sh\necho "$DUALGATE_PHASE" >> "$HOME/first"'),
      config: { phases: phases({ RED: {}, GREEN: { agent: { command: [other] } } }) },
    });
    await write(join(home, 'agent'), {
      'other.sh': HONEST.replace('#!/bin/sh', '#!/bin/sh\necho "$DUALGATE_PHASE" >> "$HOME/second"'),
    });
    await chmod(other, 0o755);
    expect(await runProgram(project, 'run')).toMatchObject({ exitCode: 0 });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
    expect([readFileSync(join(home, 'first'), 'utf8'), readFileSync(join(home, 'second'), 'utf8')]).toEqual([
      'RED\n',
      'GREEN\n',
    ]);
  });

  test('is looked for before any cost', async ({ home }) => {
    const project = await aProject(home, {
      agent: HONEST.replace('#!/bin/sh', '#!/bin/sh\ntouch "$HOME/began"'),
      config: { phases: phases({ RED: {}, GREEN: { agent: { command: ['no-such-agent'] } } }) },
    });
    expect(await runProgram(project, 'run')).toMatchObject({
      exitCode: 4,
      stdout: expect.stringContaining(
        "In GREEN: The agent's program was not found: no-such-agent. Install it, or correct agent.command.",
      ),
    });
    expect(existsSync(join(home, 'began'))).toBe(false);
    expect(await runProgram(project, 'doctor')).toMatchObject({
      stdout: expect.stringContaining('In GREEN: The agent'),
    });
  });
});
