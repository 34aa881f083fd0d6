/**
 * The prompt of a probe: its steps, and the status block of any other turn.
 *
 * @module
 */
import { statusBlockTemplate, type TemplateFacts } from '../../signals/status-block-template.ts';
import { NATIVE } from '../../systems/dialects.ts';
import type { ProbeStep } from './probe-step.ts';
import type { ProbeTask } from './probe-task.ts';

/** Text for the agent's stdin; the block stands last. */
export const writeProbePrompt = (
  steps: readonly ProbeStep[],
  task: ProbeTask,
  { signalCommand, ...block }: TemplateFacts & { readonly signalCommand: boolean },
): string => {
  const asked = steps
    .map(({ ask }) => ask(task, signalCommand, block.dialect ?? NATIVE))
    .filter((lines) => lines.length > 0);
  return [
    '# A probe',
    '',
    'This is no work: it finds out whether you can work in this folder while nobody is there. Do exactly these steps and',
    'nothing else. Read and change no other file. When a step is denied to you, go on with the next one.',
    '',
    ...asked.flatMap(([first = '', ...rest], at) => [`${at + 1}. ${first}`, ...rest.map((line) => `   ${line}`), '']),
    statusBlockTemplate(block),
    '',
  ].join('\n');
};
