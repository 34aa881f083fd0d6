/** The hosts, in the order of a list. A subagent's stop is let through without a hook: it reports to the agent, which is held. */
import type { Host, Env, Fields, Transcript, HookEvent } from './host.ts';
import {
  CLAUDE_EVENTS,
  type EventNames,
  hooksOf,
  readWith,
  TIMEOUT_S,
  writeAnswer,
  print,
  textOf,
  pathsOf,
} from './claude-shape.ts';
import { parseJson } from '../../base/text/parse-json.ts';

const EVENTS: EventNames = { ...CLAUDE_EVENTS, tasks: ['TaskCompleted', 'TeammateIdle'] };
const read = readWith(EVENTS, 'last_assistant_message');

/** 2.1.160 lets the turn end all the same. */
export const WITH_CONTEXT = [2, 1, 163] as const;

/** Its version, which its hooks get since 2.1.150; older ones do not say. */
const takesContext = ({ AI_AGENT: name = '' }: Env): boolean => {
  const found = /^claude-code_(\d+)-(\d+)-(\d+)_/.exec(name)?.slice(1).map(Number);
  const at = WITH_CONTEXT.findIndex((part, index) => found?.[index] !== part);
  return found !== undefined && (at < 0 || Number(found[at]) > Number(WITH_CONTEXT[at]));
};

const claude: Host<'claude'> = {
  name: 'claude',
  title: 'Claude Code',
  settings: { path: '.claude/settings.json', variable: 'CLAUDE_CONFIG_DIR', inVariable: 'settings.json' },
  hooks: hooksOf(EVENTS, { matcher: 'Write|Edit|MultiEdit|NotebookEdit' }),
  // Cursor runs these hooks too, and has its own.
  read: (input, env = {}) => {
    const event = input['cursor_version'] === undefined ? read(input) : null;
    const isAlone = env['CLAUDE_CODE_SESSION_ATTENDED'] === '0';
    return event === null ? null : { ...event, isAlone, takesContext: takesContext(env) };
  },
  write: writeAnswer,
  // CLAUDE_CODE_STOP_HOOK_BLOCK_CAP
  mostBlocks: 8,
  limits: [`It waits ${TIMEOUT_S.stop / 60} minutes for a hook at a stop; then the turn ends unheld.`],
};

const codex: Host<'codex'> = {
  name: 'codex',
  title: 'Codex',
  settings: { path: '.codex/hooks.json', variable: 'CODEX_HOME', inVariable: 'hooks.json' },
  hooks: hooksOf(CLAUDE_EVENTS, { matcher: 'apply_patch|Write|Edit' }),
  read: readWith(CLAUDE_EVENTS, 'last_assistant_message'),
  write: writeAnswer,
  mostBlocks: null,
  limits: ['`codex exec` never asks, and skips hooks that nobody trusted, without a word.'],
  advice:
    'Start `codex` once, and trust these hooks when it asks (or by /hooks there, then t). dualgate session verify fails for a session that no hook has asked.',
};

/** Its stop has no message: the transcript has it, before the line that reports this call of the hook. */
const copilot: Host<'copilot'> = {
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

/** As its makers document it: it never ran with the program. A stop has no message, which an event before it reports. */
const cursor: Host<'cursor'> = {
  name: 'cursor',
  title: 'Cursor',
  settings: { path: '.cursor/hooks.json' },
  required: { version: 1 },
  hooks: (command) => ({
    // The session has a limit of its own.
    stop: { command, timeout: TIMEOUT_S.stop, loop_limit: null },
    afterAgentResponse: { command, timeout: TIMEOUT_S.other },
    beforeSubmitPrompt: { command, timeout: TIMEOUT_S.other },
    sessionStart: { command, timeout: TIMEOUT_S.other },
    preToolUse: { command, timeout: TIMEOUT_S.other, matcher: 'Write|Edit|Delete' },
  }),
  read: (input) => {
    const { hook_event_name: name, conversation_id: session, workspace_roots: roots } = input;
    const cwd: unknown = Array.isArray(roots) ? roots[0] : undefined;
    if (typeof name !== 'string' || typeof session !== 'string' || typeof cwd !== 'string') return null;
    const what = whatOf(name, input);
    return what === null ? null : { name, session, cwd, what };
  },
  write: (answer, { what }) => {
    if (answer.answer === 'block') return print({ followup_message: answer.prompt });
    if (answer.answer === 'deny')
      return print({ permission: 'deny', user_message: answer.reason, agent_message: answer.reason });
    // It shows the person no message at a stop; its log of hooks has this one.
    return {
      ...(answer.context !== undefined && what.event === 'begin' ? print({ additional_context: answer.context }) : {}),
      ...(answer.says === undefined ? {} : { stderr: answer.says }),
    };
  },
  mostBlocks: null,
  limits: ['It takes no context with a prompt, and shows the person nothing at a stop.'],
  advice: 'It was not tried with the program: look at its Hooks settings whether it loaded them.',
};

const whatOf = (name: string, { status = 'completed', text, prompt, tool_input }: Fields): HookEvent['what'] | null => {
  switch (name) {
    case 'stop':
      // A person or an error ended it, and no message would be sent.
      return status === 'completed' ? { event: 'stop', message: null, waits: false, runs: false, plans: false } : null;
    case 'afterAgentResponse':
      return { event: 'said', message: textOf(text) };
    case 'beforeSubmitPrompt':
      return { event: 'prompt', text: textOf(prompt), isRead: false };
    case 'sessionStart':
      return { event: 'begin' };
    case 'preToolUse':
      return { event: 'write', paths: pathsOf(tool_input) };
    default:
      return null;
  }
};

const GEMINI_EVENTS: EventNames = {
  stop: 'AfterAgent',
  prompt: 'BeforeAgent',
  begin: 'SessionStart',
  write: 'BeforeTool',
};

/** Its `prompt_response` still contains the messages before a hold: the nonce of each turn tells them apart. */
const gemini: Host<'gemini'> = {
  name: 'gemini',
  title: 'Gemini CLI',
  settings: { path: '.gemini/settings.json' },
  hooks: hooksOf(GEMINI_EVENTS, { matcher: 'write_file|replace', second: 1_000 }),
  read: readWith(GEMINI_EVENTS, 'prompt_response'),
  write: (answer, event) =>
    answer.answer === 'deny' ? print({ decision: 'deny', reason: answer.reason }) : writeAnswer(answer, event),
  mostBlocks: null,
  limits: ['It runs no hooks in a folder that you have not trusted.'],
};

const qwen: Host<'qwen'> = {
  name: 'qwen',
  title: 'Qwen Code',
  settings: { path: '.qwen/settings.json' },
  hooks: hooksOf(CLAUDE_EVENTS, { matcher: 'write_file|edit|replace', second: 1_000 }),
  read: readWith(CLAUDE_EVENTS, 'last_assistant_message'),
  write: writeAnswer,
  // QWEN_CODE_STOP_HOOK_BLOCK_CAP
  mostBlocks: 8,
  limits: [],
};

export const HOSTS = { claude, codex, gemini, qwen, copilot, cursor } as const;

export const HOST_NAMES: readonly string[] = Object.keys(HOSTS);

/** `undefined` for another name. */
export const findHost = (name: string | undefined): Host | undefined =>
  Object.values<Host>(HOSTS).find((each) => each.name === name);
