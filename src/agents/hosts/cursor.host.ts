/**
 * Cursor, as its makers document it: it never ran with the program. A stop has no message, which an event before it
 * reports, and a prompt takes no context.
 */
import { pathsOf, print, textOf, TIMEOUT_S } from './claude-shape.ts';
import type { Fields, Host, HookEvent } from './host.ts';

export const cursor: Host<'cursor'> = {
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
