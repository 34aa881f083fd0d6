/** Codex (`codex exec`), measured with 0.171.0. Its login shell resets PATH: commands need an absolute path. */
import {
  errorOfProvider,
  statusIn,
  type Activity,
  type AgentError,
  type Extractor,
  type Fields,
  numberOf,
  objectOf,
  parseEvent,
  textOf,
  createUsageSum,
  createCallLog,
  describeCall,
} from '../../signals/envelopes/extractor.ts';
import { classifyEnd, withError } from './classify-end.ts';
import { createLastMessage } from '../../signals/envelopes/claude-envelope.ts';
import { argvOf, type Preset } from './preset.ts';

export const codex: Preset<'codex'> = {
  name: 'codex',
  title: 'Codex',
  recorded: '0.171.0',
  program: 'codex',
  unreported: ['cost'],
  argv: argvOf({
    first: 'exec --json',
    // Nothing can be approved: anything outside its sandbox fails. `.git` is read-only in it.
    permissions: {
      ask: [],
      edit: ['-s', 'workspace-write', '-c', 'approval_policy="never"'],
      all: ['--dangerously-bypass-approvals-and-sandbox'],
    },
    model: '-m',
    resume: 'resume',
    last: ['-'],
  }),
  env: {},
  // Without network, its sandbox refuses sockets of the file system too (EPERM).
  reachesSockets: (permissions, args) => permissions === 'all' || args.some((arg) => OPENS_NETWORK.test(arg)),
  state: [
    {
      path: '.codex',
      variable: 'CODEX_HOME',
      settings: ['config.toml', 'hooks.json', 'AGENTS.md', 'prompts', 'rules'],
    },
  ],
  createExtractor: () => createCodexExtractor(),
  lostSession: /^Error: thread\/resume\b.*$/m,
  classify: (facts) => {
    const refusal = UNTRUSTED_FOLDER.exec(facts.stderrTail)?.[0];
    if (refusal === undefined || facts.ended.exit_code === 0 || facts.said.error !== null) return classifyEnd(facts);
    return classifyEnd(withError(facts, { kind: 'permission_denied', message: refusal, resets_at: null }));
  },
  outsideRepository: ['--skip-git-repo-check'],
  pathAdvice:
    'Its login shell resets PATH: set agent.args: [-c, allow_login_shell=false], or add the folder to PATH in ~/.profile.',
};

/** Its message outside a git repository, where it does not start. */
const UNTRUSTED_FOLDER = /^Not inside a trusted directory\b.*$/m;

const OPENS_NETWORK = /^sandbox_workspace_write\.network_access\s*=\s*true$/;

/** Items of a turn that are no work: messages, thoughts and plans. */
const WORDS = new Set(['agent_message', 'reasoning', 'error', 'todo_list']);

const createCodexExtractor = (): Extractor => {
  const usage = createUsageSum();
  const calls = createCallLog();
  const message = createLastMessage();
  let session: string | null = null;
  let completed = false;
  let error: AgentError | null = null;

  const seeItem = (item: Fields, begins: boolean): Activity => {
    const { type, status } = item;
    if (type === 'error') return 'none';
    if (type === 'agent_message') message.say(textOf(item['text']));
    else if (!WORDS.has(String(type))) message[begins ? 'beginWork' : 'goOn'](textOf(item['id']));
    if (status === 'declined') calls.deny(describeCall(textOf(type), item));
    return 'working';
  };
  const see = (event: Fields): Activity => {
    switch (event['type']) {
      case 'thread.started':
        session = textOf(event['thread_id']);
        return 'none';
      case 'turn.started':
        message.startAnew();
        [completed, error] = [false, null];
        return 'working';
      case 'item.started':
      case 'item.updated':
      case 'item.completed':
        return seeItem(objectOf(event['item']), event['type'] === 'item.started');
      case 'turn.completed': {
        completed = true;
        const used = objectOf(event['usage']);
        usage.add(numberOf(used['input_tokens']) ?? 0, numberOf(used['output_tokens']) ?? 0, null);
        return 'over';
      }
      case 'turn.failed':
        error = readError(textOf(objectOf(event['error'])['message']) ?? 'the turn failed');
        return 'over';
      // It reports each failed attempt and continues.
      case 'error':
        return 'waiting';
      default:
        return 'none';
    }
  };
  return {
    line: (line) => see(parseEvent(line) ?? {}),
    end: () => ({
      said: completed ? message.text() : null,
      usage: usage.total(),
      session,
      denials: calls.denials(),
      error,
    }),
  };
};

const readError = (message: string): AgentError => {
  const status = statusIn(message, /\bstatus:? (\d{3})\b/);
  // A plan that is used up has no status.
  return errorOfProvider(status ?? (message.startsWith("You've hit your usage limit") ? 429 : null), message);
};
