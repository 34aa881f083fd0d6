/**
 * GitHub Copilot CLI. Its stop has no message: the transcript has it, before the line that reports this call of the hook.
 */
import { parseJson } from '../../base/text/parse-json.ts';
import { CLAUDE_EVENTS, hooksOf, print, readWith, textOf, writeAnswer } from './claude-shape.ts';
import type { Fields, Host, Transcript } from './host.ts';

export const copilot: Host<'copilot'> = {
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  settings: { path: '.copilot/settings.json', variable: 'COPILOT_HOME', inVariable: 'settings.json' },
  hooks: hooksOf(CLAUDE_EVENTS, { matcher: 'Write|Edit|MultiEdit|apply_patch' }),
  read: readWith(CLAUDE_EVENTS, ({ transcript_path: path, timestamp }) =>
    typeof path === 'string' ? { path, find: findMessage(Date.parse(textOf(timestamp))) } : null,
  ),
  write: (answer, event) => {
    if (answer.answer !== 'pass') return writeAnswer(answer, event);
    if (answer.context !== undefined) return print({ additionalContext: answer.context });
    // It shows this as a warning; before a tool, it would refuse the tool.
    return answer.says === undefined || event.what.event !== 'stop' ? {} : { stderr: answer.says, exitCode: 2 };
  },
  mostBlocks: 8,
  limits: ['It gives a hook no last message at a stop: dualgate reads its transcript.'],
};

/** @param stopped - milliseconds, as this stop has it */
const findMessage =
  (stopped: number): Transcript['find'] =>
  (lines) => {
    const end = lines.findLastIndex((line) => {
      const { hookType, input } = Object(eventOf(line, 'hook.start')?.['data']);
      return hookType === 'agentStop' && Object(input)['timestamp'] === stopped;
    });
    if (end < 0) return null;
    for (const line of lines.slice(0, end).toReversed()) {
      const said = textOf(Object(eventOf(line, 'assistant.message')?.['data'])['content']);
      if (said !== '') return said;
      if (eventOf(line, 'user.message') !== null) break;
    }
    return '';
  };

/** `null` for another event, or one of a subagent. */
const eventOf = (line: string, type: string): Fields | null => {
  if (!line.includes(`"${type}"`)) return null;
  const found = Object(parseJson(line));
  return found['type'] === type && found['agentId'] === undefined ? found : null;
};
