import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { PRESETS } from '../../../src/agents/programs/presets.ts';
import { hasTmux, openTmux } from '../../a-tmux.ts';
import { hasGit, write } from '../../evidence/a-repository.ts';
import { aClaim } from '../model-server/step.ts';
import { aSessionProject, pathOf, runsByDecision, type SessionProject } from './a-real-session.ts';
import { hasAgent } from './find-agent.ts';
import { CLAIM, HONEST_TURNS } from './honest-turns.ts';

const isThere = hasAgent('claude') && hasGit && hasTmux && process.platform === 'linux';
const skipped = isThere
  ? ''
  : ' (skipped: claude is not in the folder DUALGATE_AGENTS, or tmux, git or Linux is missing)';

/** Claude Code as a person has it open, past its first questions. */
const openClaude = async ({ folder, home, env, model }: SessionProject) => {
  const key = env['ANTHROPIC_API_KEY'];
  await write(home, {
    '.claude.json': JSON.stringify({
      hasCompletedOnboarding: true,
      customApiKeyResponses: { approved: [key], rejected: [] },
      projects: { [folder]: { hasTrustDialogAccepted: true } },
    }),
    '.claude/more.json': JSON.stringify({ permissions: { defaultMode: 'acceptEdits', allow: ['Bash'] } }),
  });
  const settings = join(home, '.claude/more.json');
  const screen = { cwd: folder, env: { ...env, TERM: 'xterm-256color' }, columns: 150, rows: 60 };
  const tmux = openTmux(['claude', '--settings', settings, '--model', model ?? ''], screen);
  await tmux.until('accept edits on');
  return {
    /** @param answer - last words of the agent in its turn */
    says: async (text: string, answer: string): Promise<void> => {
      tmux.press(text);
      await tmux.until(text);
      tmux.press('Enter');
      await tmux.until(answer);
      await vi.waitFor(() => expect(tmux.screen()).not.toContain('esc to interrupt'), 60_000);
    },
    mode: async (words: string): Promise<void> => {
      await vi.waitFor(
        () => {
          if (tmux.screen().includes(words)) return;
          tmux.press('BTab');
          throw new Error(tmux.screen());
        },
        { timeout: 20_000, interval: 500 },
      );
    },
  };
};

describe.skipIf(!isThere)(`a person who talks with the real claude${skipped}`, () => {
  test('pays for the claims of a feature, and for no question, plan or answer', { timeout: 240_000 }, async () => {
    const talk = [
      // A question before any work is reminded once of the task.
      { say: `It is for this.\n\n${aClaim(false)}` },
      { say: 'So it is.' },
      { say: `It is for that.\n\n${aClaim(false)}` },
      { say: 'My plan: a test first.' },
    ];
    const project = await aSessionProject(PRESETS.claude, [[...talk, CLAIM], ...HONEST_TURNS], { whole: true });
    const before = project.suiteRuns();
    const claude = await openClaude(project);
    await claude.says('why is it there?', 'So it is.');
    await claude.says('what is it for?', 'It is for that.');
    await claude.mode('plan mode on');
    await claude.says('how would you do it?', 'My plan: a test first.');
    await claude.mode('accept edits on');
    expect({ runs: project.suiteRuns() - before, path: pathOf(project.folder) }).toEqual({ runs: 0, path: [] });

    await claude.says('continue', 'the run has completed: 1 test, 1 criterion');
    expect(pathOf(project.folder)).toEqual([
      'RED 1 held explicit_true',
      'RED 2 exited explicit_true',
      'GREEN 1 exited explicit_true',
      'REFACTOR 1 exited explicit_true',
      'DOCUMENT 1 exited explicit_true',
    ]);
    const byClaim = runsByDecision(project.folder);
    expect(project.suiteRuns() - before).toBe(byClaim.reduce((sum, runs) => sum + runs, 0));
    // The false one.
    expect(byClaim[0]).toBe(1);
    expect((await project.dualgate('session', 'verify')).exitCode).toBe(0);
  });
});
