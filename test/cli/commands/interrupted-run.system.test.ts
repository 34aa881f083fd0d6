import { describe, expect, it } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { createProject, type Project, RED_TURN } from '../a-project.ts';
import { createMemoryIo } from '../memory-io.ts';
import { hasGit, keepAnchorsAside, steady } from './a-run.ts';

keepAnchorsAside();

describe.skipIf(!hasGit)('Ctrl+C (needs git)', () => {
  /** Presses it at a line of the output. */
  const runUntil = async (project: Project, marks: readonly string[]) => {
    const left = [...marks];
    let press = () => {};
    const memory = createMemoryIo({ cwd: project.folder });
    const io = {
      ...memory.io,
      print: (line: string) => {
        memory.io.print(line);
        if (left[0] !== undefined && line.includes(left[0])) {
          left.shift();
          press();
        }
      },
    };
    press = memory.interrupt;
    const code = await main(['run'], io);
    return { code, lines: steady(memory.stdout(), project).trimEnd().split('\n'), stderr: memory.stderr() };
  };

  it('lets the iteration finish, and prints a message', async () => {
    const project = await createProject();
    try {
      const { code, lines, stderr } = await runUntil(project, ['GREEN 1  the turn ended']);
      expect({ code, end: lines.slice(-11), stderr }).toMatchInlineSnapshot(`
        {
          "code": 3,
          "end": [
            " GREEN 1    Exit signal set but Gate 1 not satisfied: the agent says it is done, but the measurements do not confirm it",
            " GREEN 1    - tests_failing == 0: got 1, expected 0",
            " GREEN 1    - also not met: tests_passing == tests_total; runner_exit_code == 0; consecutive_green_runs >= 2",
            " interrupted",
            "Next:",
            "  dualgate resume                   continue",
            "Other commands:",
            "  dualgate guide "TEXT"             tell the agent what to do differently, then resume",
            "  dualgate reopen TEST -m "why"     let one frozen test be edited, then resume",
            "  dualgate skip -m "why"            exit the phase although its gates are not satisfied, then resume",
            "  dualgate abort -m "why"           end the run for good",
          ],
          "stderr": "Interrupted. The run ends after this iteration. Press Ctrl+C again to end it at once.
        ",
        }
      `);
    } finally {
      project.remove();
    }
  });

  it('ends the agent at once when it is pressed again', async () => {
    const config =
      'version: 1\nwork: { spec: SPEC.md }\nagent: { command: node agent.mjs }\ntests: { command: node --test }\n';
    const agent = 'console.log(process.pid); setInterval(() => {}, 60_000);';
    const project = await createProject(RED_TURN, { 'dualgate.yaml': config, 'agent.mjs': agent });
    try {
      const memory = createMemoryIo({ cwd: project.folder });
      let pid = 0;
      const print = (line: string) => {
        memory.io.print(line);
        const event = JSON.parse(line) as { readonly type: string; readonly text?: string };
        if (event.type !== 'agent.output' || pid !== 0) return;
        pid = Number(event.text);
        memory.interrupt();
        memory.interrupt();
      };
      expect(await main(['run', '--json', '--agent-output'], { ...memory.io, print })).toBe(3);
      expect(() => process.kill(pid, 0)).toThrow('ESRCH');
      expect(memory.stderr()).toBe(
        'Interrupted. The run ends after this iteration. Press Ctrl+C again to end it at once.\nEnding the agent and its processes.\n',
      );
    } finally {
      project.remove();
    }
  });
});
