/** A host program with hooks: an agent session without a model. Its hooks and its commands run in its process tree. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { aClaim, fillIn, readReported } from '../agents/model-server/step.ts';
import type { Project } from './a-project.ts';
import { environmentOf, PROGRAM } from './run-program.ts';

/** For each line a process of the program; prints its output as one line. */
const HOST = `
import { spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { words, input } = JSON.parse(line);
  const { status, stdout, stderr } = spawnSync(process.execPath, [process.argv[1], ...words], { input, encoding: 'utf8' });
  console.log(JSON.stringify({ status, stdout, stderr }));
}
`;

interface Said {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The output of a hook; {} for none. */
type Answer = Readonly<Record<string, unknown>>;

export interface HostSession extends AsyncDisposable {
  /** A command of dualgate from the shell of the agent. */
  readonly run: (...words: readonly string[]) => Promise<Said>;
  /** Runs a hook of this program with an input, as its program gives it. */
  readonly hook: (agent: string, input: object) => Promise<Said>;
  /** A text with `{{nonce}}` and the like of the last prompt. */
  readonly fill: (text: string) => string;
  /** An event of a session of Claude Code. */
  readonly event: (name: string, more?: object) => Promise<Answer>;
  /** The agent wants to end its turn; `{{nonce}}` and the like are of its last prompt. */
  readonly stop: (message: string) => Promise<Answer>;
  /** It claims that the phase is done. */
  readonly claim: (more?: readonly string[]) => Promise<Answer>;
}

/** @param session - the id that it gives its session */
export const aHost = (project: Project, session = 'session-1'): HostSession => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', HOST, PROGRAM], {
    cwd: project.workspace,
    env: environmentOf(project.home),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const tell = async (words: readonly string[], input = ''): Promise<Said> => {
    child.stdin.write(`${JSON.stringify({ words, input })}\n`);
    const { value } = await lines.next();
    // The host prints what `Said` has.
    return JSON.parse(String(value)) as Said;
  };
  let prompt = '';
  const hook: HostSession['hook'] = async (agent, input) => {
    const said = await tell(['hook', 'run', agent], JSON.stringify(input));
    const answer = parseAnswer(said.stdout);
    const told: unknown =
      answer['reason'] ??
      answer['followup_message'] ??
      answer['additionalContext'] ??
      Object(answer['hookSpecificOutput'])['additionalContext'];
    if (typeof told === 'string') prompt = told;
    return said;
  };
  const event: HostSession['event'] = async (name, more = {}) => {
    const input = { hook_event_name: name, session_id: session, cwd: project.workspace, ...more };
    return parseAnswer((await hook('claude', input)).stdout);
  };
  const fill: HostSession['fill'] = (text) => fillIn(text, readReported(prompt));
  const stop: HostSession['stop'] = (message) => event('Stop', { last_assistant_message: fill(message) });
  return {
    run: (...words) => tell(words),
    hook,
    fill,
    event,
    stop,
    claim: (more = []) => stop(aClaim(true, undefined, more)),
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
};

const parseAnswer = (stdout: string): Answer => (stdout === '' ? {} : (JSON.parse(stdout) as Answer));
