import { describe, expect, test } from 'vitest';
import { DEFAULT_PERMISSIONS, type Permissions } from '../../../src/agents/programs/preset.ts';
import type { PresetName } from '../../../src/agents/programs/presets.ts';
import { commandOf, PRESETS } from '../../../src/agents/programs/presets.ts';

/** Every preset's command line, as one would type it but for quotes. */
const linesOf = (turn: { permissions: Permissions; resume?: string; model?: string }): Record<string, string> => {
  const { permissions, resume = null, model = null } = turn;
  const rows = Object.values(PRESETS).map((preset) => [
    preset.name,
    commandOf(preset, { permissions, resume, model }).join(' '),
  ]);
  return Object.fromEntries(rows) as Record<PresetName, string>;
};
const CLINE = 'sh -c cat | "$0" "$@" cline --json --auto-approve';
const TASK = 'Follow the instructions on standard input.';

describe('the command line of a turn', () => {
  test('has the words of the config at its end, before a word that has to be the last', () => {
    const turn = { permissions: 'edit', resume: null, model: null } as const;
    const lineOf = (name: PresetName) => commandOf(PRESETS[name], turn, ['--rule', 'a.md']).join(' ');
    expect([lineOf('pi'), lineOf('continue')]).toEqual([
      'pi -p --mode json --rule a.md',
      'cn --format json --auto --rule a.md -p',
    ]);
  });

  test('asks for nothing beyond what the agent’s own configuration allows: ask', () => {
    expect(linesOf({ permissions: 'ask' })).toEqual({
      claude: 'claude -p --output-format stream-json --verbose',
      codex: 'codex exec --json -',
      gemini: 'gemini -o stream-json',
      qwen: 'qwen -o stream-json',
      opencode: 'opencode run --format json',
      copilot: 'copilot --output-format json --no-ask-user',
      cline: `${CLINE} false ${TASK}`,
      pi: 'pi -p --mode json --tools read,grep,find,ls',
      kilo: 'kilo run --format json',
      continue: 'cn --format json -p',
    });
  });

  test('lets it write and run commands: edit, the default', () => {
    expect(DEFAULT_PERMISSIONS).toBe('edit');
    expect(linesOf({ permissions: 'edit' })).toEqual({
      claude: 'claude -p --output-format stream-json --verbose --permission-mode acceptEdits --allowedTools=Bash',
      codex: 'codex exec --json -s workspace-write -c approval_policy="never" -',
      gemini: 'gemini -o stream-json --skip-trust --approval-mode auto_edit --allowed-tools=run_shell_command',
      qwen: 'qwen -o stream-json --approval-mode auto-edit --allowed-tools=run_shell_command',
      opencode: 'opencode run --format json --auto',
      copilot: 'copilot --output-format json --no-ask-user --allow-tool=write --allow-tool=shell',
      cline: `${CLINE} true ${TASK}`,
      pi: 'pi -p --mode json',
      kilo: 'kilo run --format json --auto',
      continue: 'cn --format json --auto -p',
    });
  });

  test('switches the agent’s own checks off: all', () => {
    expect(linesOf({ permissions: 'all' })).toEqual({
      claude: 'claude -p --output-format stream-json --verbose --dangerously-skip-permissions',
      codex: 'codex exec --json --dangerously-bypass-approvals-and-sandbox -',
      gemini: 'gemini -o stream-json --skip-trust --approval-mode yolo',
      qwen: 'qwen -o stream-json --approval-mode yolo',
      opencode: 'opencode run --format json --auto',
      copilot: 'copilot --output-format json --no-ask-user --allow-all',
      cline: `${CLINE} true ${TASK}`,
      pi: 'pi -p --mode json',
      kilo: 'kilo run --format json --auto',
      continue: 'cn --format json --auto -p',
    });
  });

  test('names the model, and the agent session to continue', () => {
    expect(linesOf({ permissions: 'ask', resume: 's-1', model: 'm-1' })).toEqual({
      claude: 'claude -p --output-format stream-json --verbose --model m-1 --resume s-1',
      codex: 'codex exec --json -m m-1 resume s-1 -',
      gemini: 'gemini -o stream-json -m m-1 --resume s-1',
      qwen: 'qwen -o stream-json -m m-1 --resume s-1',
      opencode: 'opencode run --format json -m m-1 --session s-1',
      copilot: 'copilot --output-format json --no-ask-user --model m-1 --resume=s-1',
      cline: `${CLINE} false -m m-1 --id s-1 ${TASK}`,
      pi: 'pi -p --mode json --tools read,grep,find,ls --model m-1 --session s-1',
      kilo: 'kilo run --format json -m m-1 --session s-1',
      continue: 'cn --format json --model m-1 -p',
    });
  });
});
