/**
 * Can it write a file? An agent without permission may still exit with 0 and claim success.
 *
 * @module
 */
import { basename } from 'node:path';
import { type Look, ok, problem, skipped } from '../finding.ts';
import { adviseAllowing, type SmokeTestStep, type SmokeTestTurn, wentWell } from './smoke-test-step.ts';

export const writingStep: SmokeTestStep = {
  ask: ({ file, text }) => [
    'Write a file in the current folder, with your tool for writing files. Its content is this one word:',
    `file: ${file}`,
    `text: ${text}`,
  ],
  judge: async (taken) => [{ name: 'smoke test: writing', ...judgeFile(taken) }],
};

const judgeFile = (taken: SmokeTestTurn): Look => {
  const { file, task, turn, changed } = taken;
  const { denials = [] } = turn;
  if (file.is === 'odd') return problem(`${task.file} is not a regular file`, 'Check what the agent created, and how.');
  if (file.is === 'file') {
    if (file.text.trim() === task.text) return ok('the file was written correctly');
    return problem(
      `the file was written with wrong content (${JSON.stringify(file.text.slice(0, MAX_SHOWN))} instead of ${JSON.stringify(task.text)})`,
      'The agent does not follow the prompt: set another agent.model, or check its own instructions.',
    );
  }
  if (!wentWell(taken)) return skipped('unknown: the turn failed');
  const elsewhere = changed.find((path) => basename(path).startsWith(task.file));
  if (elsewhere !== undefined) {
    return problem(
      `it wrote the file to another place: ${elsewhere}`,
      'Check which folder it uses: the workspace is the folder of the config.',
    );
  }
  const claims = taken.signal.value === true ? ' and claimed success' : '';
  return problem(
    `it succeeded${claims}, but there is no file: it may not write here, or did not try`,
    adviseAllowing(taken),
    denials,
  );
};

const MAX_SHOWN = 40;
