import { describe, expect, test } from 'vitest';
import { presetOf } from '../../../src/agents/programs/presets.ts';
import { limitOf, limitsRecorded } from '../../recorded/acp-recordings.ts';

/** As the agent said the lines, each to a request. */
const play = (lines: readonly string[]) => {
  const conversation = presetOf('acp', ['agent']).converse?.({
    workspace: '/home/agent/work',
    places: ['/home/agent/work'],
    prompt: 'the prompt',
    permissions: 'edit',
    model: null,
    servers: [],
    judgeWrite: () => null,
  });
  conversation?.begin(
    () => {},
    () => {},
  );
  for (const line of lines) conversation?.line(line);
  return conversation?.end();
};

const CODEX = limitsRecorded().find(({ name }) => name === 'codex-acp') ?? { name: '', version: '' };
const failed = '{"type":"systemError"}';

describe('a turn by the Agent Client Protocol whose provider answers 429', () => {
  test.each(limitsRecorded())('is a limit, as $name $version tells it, and gives no exit signal', (program) => {
    expect(play(limitOf(program))).toMatchObject({
      said: null,
      error: { kind: 'rate_limited', message: expect.stringMatching(/Rate limit reached|429 Too Many Requests/) },
    });
  });

  test('is none when codex-acp works on after the error, whatever its text says', () => {
    const recovered = limitOf(CODEX).map((line) => line.replace(failed, '{"type":"active"}'));
    expect(play(recovered)).toMatchObject({ error: null, said: expect.stringContaining('429 Too Many Requests') });
  });

  test('is an error of the provider when its text names no status', () => {
    const vague = limitOf(CODEX).map((line) => line.replace('last status: 429 Too Many Requests', 'try again'));
    expect(play(vague)).toMatchObject({ said: null, error: { kind: 'provider' } });
  });
});
