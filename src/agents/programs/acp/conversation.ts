/** One turn by the Agent Client Protocol: answers requests until the agent answers the prompt. It starts nothing. */
import {
  type Fields,
  listOf,
  objectOf,
  textOf,
  type AgentError,
  type Activity,
  numberOf,
} from '../../../signals/envelopes/extractor.ts';
import type { Permissions, Conversation, Topic } from '../preset.ts';
import { plainLine } from '../../../base/text/plain-line.ts';
import { chooseModel, answerPermission, describeToolCall, judgeToolCall, createTurnFacts } from './turn-facts.ts';
import * as wire from './wire.ts';

/** Asks for everything, in the words of several agents. */
const ASKS = 'default';
/** Ask for nothing: of Claude Code, Gemini CLI and Codex. */
const NEVER = new Set<unknown>(['bypassPermissions', 'dontAsk', 'yolo', 'full-access']);

/** `null` where it stays as it is; `problem`: no request would come. @param session - the answer to `session/new` */
const chooseMode = (
  permissions: Permissions,
  session: Fields,
): { readonly mode: string } | { readonly problem: AgentError } | null => {
  const { currentModeId, availableModes } = objectOf(session['modes']);
  const offered = listOf(availableModes).map((each) => textOf(objectOf(each)['id']));
  if (permissions === 'all' || currentModeId === ASKS) return null;
  if (offered.includes(ASKS)) return { mode: ASKS };
  return NEVER.has(currentModeId) ? { problem: wire.neverAsks(permissions, String(currentModeId)) } : null;
};

/** A slow start of `npx` included. */
const ANSWER_MS = 120_000;
/** Prompts that tell an agent why it was denied something, in one turn. */
const MAX_REMINDERS = 3;
const MAX_NOTES = 100;
const MAX_REASON = 400;
/** Reasons for the end of a turn that is one. */
const ENDS = new Set(['end_turn', 'max_tokens', 'max_turn_requests']);

/** @param topic.prompt - `null`: only the session is opened */
export const converse = ({
  workspace,
  places,
  prompt,
  permissions,
  model,
  servers,
  judgeWrite,
  answerMs = ANSWER_MS,
}: Topic): Conversation => {
  const facts = createTurnFacts();
  const denials: string[] = [];
  const notes: string[] = [];
  /** Reasons that the agent has not been told. */
  let untold: string[] = [];
  let stage: wire.Stage = 'initialize';
  let logins: readonly string[] = [];
  let name: string | null = null;
  let session: string | null = null;
  /** The answer to `session/new`. */
  let opened: Fields = {};
  let promptId: number = wire.ID.prompt;
  let isDone = false;
  let isCancelled = false;
  let error: AgentError | null = null;
  let send: (line: string) => void = () => {};
  let leave: () => void = () => {};
  let timer: NodeJS.Timeout | undefined;
  let stopped: () => void = () => {};

  const finish = (why: AgentError | null): void => {
    if (isDone) return;
    [isDone, error] = [true, why];
    clearTimeout(timer);
    stopped();
    leave();
  };
  const ask = (next: wire.Stage, id: number, method: string, params: Fields): void => {
    stage = next;
    clearTimeout(timer);
    if (next !== 'session/prompt') timer = setTimeout(() => finish(wire.noAnswer(next, answerMs / 1_000)), answerMs);
    send(wire.request(id, method, params));
  };
  const askPrompt = (text: string): void => {
    facts.startAnew();
    ask('session/prompt', promptId, 'session/prompt', wire.prompt(session ?? '', text));
  };
  const startWork = (): void => (prompt === null ? finish(null) : askPrompt(prompt));

  const seeInitialized = (result: Fields): void => {
    const version = result['protocolVersion'];
    if (version === undefined) return finish(wire.malformedAnswer('initialize', 'protocolVersion'));
    if (version !== wire.PROTOCOL_VERSION) return finish(wire.otherVersion(version));
    const { title, name: plain, version: release } = objectOf(result['agentInfo']);
    name = [textOf(title) ?? textOf(plain), textOf(release)].filter((it) => it !== null).join(' ') || null;
    logins = listOf(result['authMethods'])
      .map((it) => textOf(objectOf(it)['name']))
      .filter((it) => it !== null);
    return ask('session/new', wire.ID.session, 'session/new', wire.newSession(workspace, servers));
  };
  const seeSession = (result: Fields): void => {
    session = textOf(result['sessionId']);
    if (session === null) return finish(wire.malformedAnswer('session/new', 'sessionId'));
    opened = result;
    const choice = chooseMode(permissions, result);
    if (choice === null) return seeMode();
    if ('problem' in choice) return finish(choice.problem);
    return ask('mode', wire.ID.mode, 'session/set_mode', { sessionId: session, modeId: choice.mode });
  };
  const seeMode = (): void => {
    if (model === null) return startWork();
    const choice = chooseModel(model, opened);
    return 'problem' in choice ? finish(choice.problem) : ask('model', wire.ID.model, choice.method, choice.params);
  };
  const seeStopped = (result: Fields): void => {
    facts.seeUsage(result);
    const reason = textOf(result['stopReason']);
    if (reason === null) return finish(wire.malformedAnswer('session/prompt', 'stopReason'));
    if (reason === 'refusal') return finish(wire.refusedPrompt);
    const failure = facts.providerError();
    if (failure !== null) return finish(wire.providerError(plainLine(failure.trim())));
    const isDenied = untold.length > 0 && (reason === 'cancelled' || (reason === 'end_turn' && facts.text() === null));
    // Some agents end their turn when they are denied something, and cannot be told why in the answer.
    if (isCancelled || !isDenied || promptId >= wire.ID.prompt + MAX_REMINDERS)
      return finish(isCancelled || isDenied || ENDS.has(reason) ? null : wire.stoppedItself(reason));
    const reasons = untold;
    untold = [];
    promptId += 1;
    return askPrompt(remind(reasons));
  };
  const seeAnswer = (id: unknown, result: Fields): void => {
    if (id === wire.ID.initialize && stage === 'initialize') seeInitialized(result);
    else if (id === wire.ID.session && stage === 'session/new') seeSession(result);
    else if (id === wire.ID.mode && stage === 'mode') seeMode();
    else if (id === wire.ID.model && stage === 'model') startWork();
    else if (id === promptId && stage === 'session/prompt') seeStopped(result);
  };
  const seePermission = (id: unknown, params: Fields): void => {
    const call = facts.seeCall(objectOf(params['toolCall']));
    if (isCancelled) return send(wire.answer(id, { outcome: { outcome: 'cancelled' } }));
    const judged = judgeToolCall(call, { permissions, places, judgeWrite });
    if (!judged.allowed) {
      // A name in it is the agent's.
      const reason = plainLine(judged.reason, MAX_REASON);
      if (notes.length < MAX_NOTES) notes.push(`${describeToolCall(call)} was refused: ${reason}`);
      if (untold.length < MAX_NOTES) untold.push(reason);
      if (judged.by === 'permissions' && denials.length < MAX_NOTES) denials.push(describeToolCall(call));
    }
    return send(wire.answer(id, answerPermission(params['options'], judged.allowed)));
  };
  const isOwn = ({ sessionId }: Fields): boolean => sessionId === session;

  const see = (line: string): Activity => {
    const message = wire.readMessage(line);
    switch (message.is) {
      case 'noise':
        return 'none';
      case 'malformed':
        finish(wire.malformedLine(line));
        return 'none';
      case 'answer':
        seeAnswer(message.id, message.result);
        return 'working';
      case 'refusal':
        if (isOpen(message.id)) finish(isCancelled ? null : wire.refusedRequest(stage, message.error, logins));
        return 'working';
      case 'request':
        if (message.method === 'session/request_permission' && isOwn(message.params))
          seePermission(message.id, message.params);
        else send(wire.refuseMethod(message.id, message.method));
        return 'working';
      case 'notification':
        // Another session is that of a sub-agent.
        if (message.method === 'session/update' && isOwn(message.params)) facts.see(objectOf(message.params['update']));
        return 'working';
    }
  };
  const isOpen = (id: unknown): boolean =>
    numberOf(id) === { initialize: 1, 'session/new': 2, mode: 0, model: 3, 'session/prompt': promptId }[stage];

  return {
    begin: (sends, leaves) => {
      [send, leave] = [sends, leaves];
      ask('initialize', wire.ID.initialize, 'initialize', wire.INITIALIZE);
    },
    line: (line) => (isDone ? 'none' : see(line)),
    cancel: () =>
      new Promise((resolve) => {
        isCancelled = true;
        if (isDone || stage !== 'session/prompt') return resolve();
        stopped = resolve;
        return send(wire.notify('session/cancel', { sessionId: session }));
      }),
    end: () => {
      clearTimeout(timer);
      const isWell = isDone && error === null && !isCancelled;
      const unanswered = isDone || (isCancelled && stage === 'session/prompt') ? null : wire.UNANSWERED[stage];
      return {
        said: isWell ? facts.text() : null,
        usage: facts.usage(),
        session,
        denials,
        error: error ?? unanswered,
      };
    },
    notes: () => notes,
    name: () => name,
  };
};

const remind = (reasons: readonly string[]): string =>
  [
    'dualgate denied what you asked for:',
    ...[...new Set(reasons)].map((reason) => `- ${reason}`),
    '',
    'Continue without it. The task and the status block of the first message still apply.',
  ].join('\n');
