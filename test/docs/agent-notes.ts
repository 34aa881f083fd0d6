/**
 * Notes about each agent, made while its streams were recorded: how to log in, what each permission allows, how it
 * retries. `render-agent.ts` makes its page of it.
 */
import type { Permissions } from '../../src/agents/programs/preset.ts';
import type { PresetName } from '../../src/agents/programs/presets.ts';

export interface AgentNotes {
  readonly login: string;
  /** Allowed without asking. */
  readonly allowed: Readonly<Record<Permissions, string>>;
  /** Beside the recorded outcomes. */
  readonly outcomes?: string;
  readonly others?: readonly string[];
}

const OF_OPENCODE: AgentNotes['allowed'] = {
  ask: 'Edits and commands, as in the defaults of opencode. It rejects and reports actions that your `opencode.json` sets to ask.',
  edit: 'Everything that `ask` allows, and actions that are set to ask (`--auto`).',
  all: 'As `edit`.',
};

export const AGENT_NOTES: Readonly<Record<PresetName, AgentNotes>> = {
  claude: {
    login:
      'Start `claude` once and log in, run `claude auth login`, or set `ANTHROPIC_API_KEY` in the environment of dualgate.',
    allowed: {
      ask: 'Reading. Claude denies writes and commands, but still exits with 0 and can claim success. The record has the denials; after a turn without changes, the run needs human input.',
      edit: 'Writing files (`acceptEdits`) and running commands (the tool `Bash`).',
      all: "Everything; Claude's own checks are off.",
    },
    outcomes:
      'By default, Claude retries ten times over several minutes, even after a refused login. It reports each retry (`api_retry`), so `timeout` applies but not `idle_timeout`. To retry less, set `CLAUDE_CODE_MAX_RETRIES` in `agent.env`. When a plan is used up, Claude reports the time of the reset; this was tried only with an invented event.',
    others: [
      'Background commands are off (`CLAUDE_CODE_DISABLE_BACKGROUND_TASKS`): with one, Claude stays after its result, until dualgate ends it 5 s later.',
      'The cost is an estimate from list prices; with a subscription, you do not pay it.',
      'SIGINT ends Claude at once, with a result. SIGTERM leaves its commands running; dualgate ends them.',
    ],
  },
  codex: {
    login: 'Run `codex login`, or `printenv OPENAI_API_KEY | codex login --with-api-key`.',
    allowed: {
      ask: 'Whatever the configuration of codex allows; the default is a read-only sandbox. A refused command fails without a report, and codex exits with 0.',
      edit: "Writing to the workspace and the temporary folder, and running commands in codex's own sandbox, where `.git` is read-only. Refusals of the sandbox are not reported, also of `rm -f`.",
      all: 'Everything, without a sandbox. Use it if the agent makes commits.',
    },
    outcomes:
      "codex reports each failed try as an event, which counts as waiting. A used-up plan (`You've hit your usage limit`) counts as a provider limit.",
    others: [
      'codex runs commands in a login shell that resets PATH, so use absolute paths.',
      'In each session, codex requests a list of plugins from other servers, unless `plugins` and `apps` are off under `[features]`, as above.',
      'The sandbox of codex ends processes that its commands leave running.',
    ],
  },
  gemini: {
    login:
      'Start `gemini` once and sign in, or set `GEMINI_API_KEY` in the environment of dualgate. Without a login, Gemini exits with 41, and the run needs human input.',
    allowed: {
      ask: 'Whatever the settings of Gemini allow. In an untrusted folder, it exits with 55, and the run needs human input.',
      edit: 'Writing files (`auto_edit`) and running commands (`run_shell_command`), in any folder (`--skip-trust`).',
      all: 'Everything (`yolo`).',
    },
    outcomes:
      'By default, Gemini retries **silently** for more than 100 s, which counts as idle time. To retry less, set `maxAttempts` as below.',
    others: ['Gemini starts itself again as a child process; `GEMINI_CLI_NO_RELAUNCH` prevents that.'],
  },
  qwen: {
    login:
      'Run `qwen auth`, or `/auth` in qwen. Or set `OPENAI_API_KEY`, `OPENAI_BASE_URL` and `OPENAI_MODEL` in the environment of dualgate, and choose `openai` in the settings of qwen, as below.',
    allowed: {
      ask: 'Reading: qwen has no tools that write or run commands. It reports no denials.',
      edit: 'Writing files (`auto-edit`) and running commands (`run_shell_command`).',
      all: 'Everything (`yolo`).',
    },
    outcomes:
      'After a provider error, qwen exits with 0 and `is_error: false`. dualgate treats every last message that begins with `[API Error:` as an error. By default, qwen retries **silently** for more than 100 s, and for 70 to 80 s with the setting below.',
    others: ['With HTTP_PROXY, qwen uses the proxy even for 127.0.0.1, despite NO_PROXY.', 'It needs Node 22.'],
  },
  opencode: {
    login:
      'Run `opencode auth login`. If you installed opencode with `--ignore-scripts`, run its `postinstall.mjs` first.',
    allowed: OF_OPENCODE,
    outcomes:
      'By default, opencode retries **silently** for more than a minute. When it gives up, it reports the `retry-after` time of its provider, if there is one, and dualgate waits until that time.',
    others: [
      'Commands continue after opencode ends; dualgate ends them.',
      'At each start, opencode requests a package from the npm registry; no setting stops that.',
    ],
  },
  copilot: {
    login:
      'Run `copilot login`, or set `COPILOT_GITHUB_TOKEN`, `GH_TOKEN` or `GITHUB_TOKEN` to a token that may make Copilot requests.',
    allowed: {
      ask: 'Reading. Copilot denies writes and commands, but still exits with 0 and can claim success. The record has the denials; after a turn without changes, the run needs human input.',
      edit: 'Writing files and running commands.',
      all: 'Everything, including other folders and servers.',
    },
    outcomes:
      'By default, Copilot retries for a minute (429) or 20 s (500). It reports each failure, which counts as waiting.',
    others: [
      'Copilot reports requests instead of tokens, so the totals of a run contain no tokens.',
      'Copilot rejects `--resume` together with `--trust-folder`. With `session: resume`, do not add `--trust-folder` to `agent.args`.',
    ],
  },
  cline: {
    login: 'Run `cline auth`, as shown under [Your own model](#your-own-model).',
    allowed: {
      ask: 'Reading. Cline denies and reports everything that needs approval.',
      edit: 'Everything: Cline has no level in between.',
      all: 'Everything.',
    },
    outcomes:
      'Except for a refused login, Cline does not report the kind of a provider error. A provider limit therefore **looks like a crash**: dualgate does not wait, and three in a row end the run as stuck.',
    others: [
      'Cline leaves a hub process running. After each turn, dualgate ends and records it.',
      'At each start, Cline contacts a server of its makers; no setting stops that.',
      'Even with `session: resume`, each turn is a fresh session.',
      'After a 500, Cline retries silently for more than a minute.',
    ],
  },
  pi: {
    login:
      'Run `/login` in pi, or set the key of its provider in the environment of dualgate, such as `ANTHROPIC_API_KEY`.',
    allowed: {
      ask: 'Reading: pi gets only the tools that read. It reports no denials.',
      edit: 'Everything: pi has no permission system.',
      all: 'Everything.',
    },
    outcomes:
      'pi always exits with 0; its last message says how it stopped. By default, pi retries for 20 s and reports each retry (`auto_retry_start`), which counts as waiting.',
    others: [
      'Versions before 1.0 are `@mariozechner/pi-coding-agent` (0.73.1 is tested); 1.6.0 needs Node 22.19.',
      'pi and its library both retry; the `settings.json` above turns both off.',
    ],
  },
  kilo: {
    login: 'Run `kilo auth login`.',
    allowed: OF_OPENCODE,
    others: ['At each start, Kilo contacts a server of its makers; no setting stops that.'],
  },
  continue: {
    login: 'Run `cn login`, or [write `config.yaml`](#your-own-model).',
    allowed: {
      ask: 'Reading **and commands**: it only lacks its tools that edit.',
      edit: 'Everything.',
      all: 'Everything.',
    },
    others: [
      'Only `agent.timeout` ends a silent turn, unless `agent.idle_timeout` is set.',
      '`agent.model` takes a model of its hub; a model of your own is the first of `config.yaml`.',
      'Each turn is a fresh session.',
      'After a 429, Continue retries silently for more than two minutes.',
    ],
  },
};
