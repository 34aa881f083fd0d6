/** The table of the streams of agent programs, from their recordings: what each says, and what dualgate makes of it. */
import { PRESET_NAMES, type PresetName, PRESETS } from '../../src/agents/programs/presets.ts';
import { type Host, listLimits } from '../../src/agents/hosts/host.ts';
import { WITH_CONTEXT, HOSTS } from '../../src/agents/hosts/hosts.ts';
import { expectedOf } from '../agents/programs/expected.ts';
import { limitOf, limitsRecorded } from '../recorded/acp-recordings.ts';
import { casesRecorded, recordingOf, versionsOf } from '../recorded/recordings.ts';

/** The events of a stream in the order of their first sight, as `type` or `type/subtype`. */
const eventsOf = (name: PresetName, version: string, each: string): readonly string[] => {
  const lines = recordingOf(name, version, each).toString('utf8').split('\n');
  const names = lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { readonly type?: string; readonly subtype?: string; readonly event?: object })
    .map(({ type, subtype, event }) => {
      const inner = event !== undefined && 'type' in event ? String(event.type) : subtype;
      return [type, inner].filter((it) => it !== undefined).join('/');
    });
  return [...new Set(names)];
};

const code = (text: string): string => `\`${text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').slice(0, 90)}\``;

const row = (name: PresetName, version: string, each: string): string => {
  const { exit_code, extracted, classified } = expectedOf(name, version, each);
  const { usage, denials } = extracted;
  const told = [
    ...(usage === null ? [] : [`${usage.input_tokens} in, ${usage.output_tokens} out`]),
    ...(denials.length === 0 ? [] : [`${denials.length} denied`]),
    ...(classified.error === null ? [] : [code(classified.error.message)]),
  ];
  const last = eventsOf(name, version, each).at(-1);
  return `| ${[version, each.replaceAll('_', ' '), exit_code, last === undefined ? 'no event' : code(last), classified.outcome, told.join('; ')].join(' | ')} |`;
};

/** The answer to the prompt is the last line of a turn. */
const describeLimit = (lines: readonly string[]): string => {
  const { error, result } = JSON.parse(lines.at(-1) ?? '') as {
    error?: { code: number };
    result?: { stopReason: string };
  };
  if (error !== undefined) return `a limit is code ${error.code}`;
  const isTold = lines.some((line) => line.includes('"threadStatus":{"type":"systemError"}'));
  return `a limit is a text${isTold ? ' after `threadStatus: systemError`' : ''}, and the turn ends as ${code(result?.stopReason ?? '')}`;
};

/** Seen with the programs themselves; no stream shows it. */
const SEEN = [
  '## Hooks',
  '',
  '`dualgate hook install` says these limits of the program:',
  '',
  '| program | limits |',
  '| --- | --- |',
  ...Object.values<Host>(HOSTS).map((host) => `| ${host.title} | ${listLimits(host).join(' ') || 'nothing known'} |`),
  '',
  'Differences behind answers that several programs share:',
  '',
  '| program | what differs | dualgate |',
  '| --- | --- | --- |',
  '| Claude Code | exit code 1 or 7 with a JSON block blocks too; a Stop hook that reaches its time-out lets the turn end; after 8 blocks in a row the turn ends, and `result` is empty | answers with exit code 0; for a task, with 2 and no JSON; reads the last text |',
  `| Claude Code | from ${WITH_CONTEXT.join('.')} on, \`additionalContext\` of a Stop hook continues the turn, as \`block\` does | uses \`additionalContext\` there, \`block\` before |`,
  '| Codex | no limit of blocks was reached | the limits of the session end it |',
  '',
  '## The Agent Client Protocol',
  '',
  '| program | what differs | dualgate |',
  '| --- | --- | --- |',
  '| claude-agent-acp 0.101.0 | opens a session in mode `auto` | sets `default`, except for `permissions: all` |',
  '| claude-agent-acp 0.101.0 | a notice of the program is a chunk without `messageId` | does not read it |',
  '| claude-agent-acp 0.101.0 | a limit is code -32603 with `data.errorKind: rate_limit` | waits |',
  ...limitsRecorded().map((each) => `| ${each.name} ${each.version} | ${describeLimit(limitOf(each))} | waits |`),
].join('\n');

/** A section for each program, a row for each recording. */
export const renderAgentFormats = (): string =>
  [
    SEEN,
    ...PRESET_NAMES.map((name) =>
      [
        `## ${PRESETS[name].title}`,
        '',
        `Events of a turn: ${eventsOf(name, versionsOf(name).at(-1) ?? '', 'honest')
          .map(code)
          .join(', ')}.`,
        '',
        '| version | case | exit code | last event that is new | outcome | dualgate records |',
        '| --- | --- | --- | --- | --- | --- |',
        ...versionsOf(name).flatMap((version) =>
          casesRecorded(name, version)
            .toSorted()
            .map((each) => row(name, version, each)),
        ),
      ].join('\n'),
    ),
  ].join('\n\n');
