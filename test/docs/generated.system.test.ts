/**
 * Holds the generated parts of the docs (machine, floor, agent programs, records, events) equal to the sources.
 * `UPDATE=1 npx vitest run test/docs/generated.system.test.ts` writes them anew.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_PHASES } from '../../gates/index.ts';
import { PRESETS } from '../../src/agents/programs/presets.ts';
import { LEDGER_PROBLEMS } from '../../src/ledger/check-chain.ts';
import { CLAIMS } from '../../src/prove/claim.ts';
import { drawSvg } from '../../src/page/graph/draw-svg.ts';
import { pictureOf } from '../../src/page/graph/picture-of.ts';
import { renderMermaid } from '../../src/page/graph/render-mermaid.ts';
import { renderFacts } from './agent-facts.ts';
import { renderAgentPage, renderInstallAll } from './render-agent.ts';
import { renderAgentFormats } from './render-agent-formats.ts';
import { renderCaches } from './render-caches.ts';
import { renderDecisions } from './render-decisions.ts';
import { ENTRIES, renderExports } from './render-exports.ts';
import { renderSandboxFolders, renderScriptKeys } from './render-agent-tables.ts';
import { renderCriteria, SPECIFICATIONS } from './specifications.ts';
import { EXAMPLES, renderExample, renderTutorialFile, TUTORIAL_FILES } from './render-examples.ts';
import { renderErrors } from './render-errors.ts';
import { renderFloor } from './render-floor.ts';
import { NOTIFICATIONS, renderNotification } from './render-notify.ts';
import { renderJunitWriters, renderReportFormats } from './render-report-formats.ts';
import { renderHosts, renderProgram } from './render-hosts.ts';
import { renderRunnerStates } from './render-runner-states.ts';
import { partOf, readPage, ROOT, withPart } from './pages.ts';
import { renderEnvelope, renderEventParts, renderEvents, renderListEvents } from '../cli/reference/render-events.ts';
import { renderCheats } from '../cheats/render-cheats.ts';
import { renderFindings } from '../evidence/findings/render-findings.ts';
import { STATES_OF_JAVASCRIPT } from '../runners/runner-states.ts';
import { STATES_OF_OTHERS } from '../runners/runner-states-other-languages.ts';
import {
  renderItemRecords,
  renderListRecords,
  renderRecordParts,
  renderRecords,
  renderVersions,
} from '../records/render-records.ts';
import { renderDialects, renderReasons } from './render-signals.ts';

/** Rows of what a source says of each of its names. */
const renderNames = (head: string, says: Readonly<Record<string, string>>): string =>
  [`| ${head} |`, '| --- | --- |', ...Object.entries(says).map(([name, what]) => `| \`${name}\` | ${what} |`)].join(
    '\n',
  );

/** The rules of the first screen, by their headings. */
const PROMISES = ['1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7', '2.1', '2.7'];

const renderPromises = (): string => {
  const { text } = readPage('docs/reference/rules.md');
  const titles = new Map(
    [...text.matchAll(/^### (\d\.\d+) (.+)$/gm)].map(([, rule = '', title = '']) => [rule, title]),
  );
  return PROMISES.map((rule, at) => {
    const title = titles.get(rule) ?? '';
    const anchor = `${rule} ${title}`
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-');
    return `${at + 1}. [${title}](docs/reference/rules.md#${anchor}).`;
  }).join('\n');
};

type Part = readonly [path: string, name: string, render: () => string];

const CHART = { phases: DEFAULT_PHASES };
const renderStatechart = () => ['```mermaid', renderMermaid(CHART), '```'].join('\n');

const PARTS: readonly Part[] = [
  ['README.md', 'promises', renderPromises],
  ['docs/architecture.md', 'statechart', renderStatechart],
  ['docs/concepts.md', 'floor', renderFloor],
  ['docs/how-to/agents/README.md', 'facts', renderFacts],
  ['docs/how-to/agents/README.md', 'install', renderInstallAll],
  ...Object.values(PRESETS).map(
    (preset): Part => [`docs/how-to/agents/${preset.name}.md`, 'page', () => renderAgentPage(preset)],
  ),
  ...[
    'langgraph',
    'ai-sdk',
    'openai-agents',
    'claude-agent-sdk',
    'parent',
    'child-langgraph',
    'child-ai-sdk',
    'child-openai-agents',
    'child-mastra',
    'restate',
    'temporal',
  ].map((name): Part => ['docs/how-to/hosts.md', name, () => renderProgram(`${name}.mjs`)]),
  ['docs/decisions/README.md', 'decisions', renderDecisions],
  ['docs/how-to/embed.md', 'orchestrator', () => renderProgram('orchestrator.mjs')],
  ['docs/how-to/embed.md', 'machine', () => renderProgram('machine.ts')],
  ['docs/how-to/prove.md', 'claims', () => renderNames('claim | what it says', CLAIMS)],
  [
    'docs/how-to/read-a-ledger.md',
    'problems',
    () =>
      renderNames(
        'problem | what it means',
        Object.fromEntries(Object.entries(LEDGER_PROBLEMS).map(([code, { means }]) => [code, means])),
      ),
  ],
  ['docs/how-to/session.md', 'hosts', renderHosts],
  ['docs/how-to/test-runners.md', 'states', () => renderRunnerStates(STATES_OF_JAVASCRIPT)],
  ['docs/how-to/test-runners-other-languages.md', 'states', () => renderRunnerStates(STATES_OF_OTHERS)],
  ['docs/how-to/cached-tests.md', 'tools', renderCaches],
  ...ENTRIES.map(
    ([entry, file, exported]): Part => [
      'docs/reference/api.md',
      `exports of ${entry}`,
      () => renderExports(file, exported),
    ],
  ),
  ['docs/how-to/scripted-agent.md', 'keys', renderScriptKeys],
  ['docs/how-to/sandbox.md', 'folders', renderSandboxFolders],
  ['docs/reference/signals.md', 'dialects', renderDialects],
  ['docs/reference/signals.md', 'reasons', renderReasons],
  ['docs/reference/agent-formats.md', 'agent formats', renderAgentFormats],
  ['docs/reference/cheats.md', 'cheats', renderCheats],
  ['docs/reference/findings.md', 'findings', renderFindings],
  ['docs/reference/report-formats.md', 'report formats', renderReportFormats],
  ['docs/reference/report-formats.md', 'junit writers', renderJunitWriters],
  ...Object.entries(NOTIFICATIONS).map(
    ([name, type]): Part => ['docs/reference/notify.md', name, () => renderNotification(type)],
  ),
  ...Object.entries(SPECIFICATIONS).map(
    ([name, table]): Part => ['docs/reference/specifications.md', name, () => renderCriteria(table)],
  ),
  ...EXAMPLES.map(([page, mark]): Part => [page, mark, () => renderExample(mark)]),
  ...TUTORIAL_FILES.map((file): Part => ['docs/tutorial.md', `file: ${file}`, () => renderTutorialFile(file)]),
  ['docs/reference/errors.md', 'errors', renderErrors],
  ['docs/reference/records.md', 'versions', renderVersions],
  ['docs/reference/records.md', 'records', renderRecords],
  ['docs/reference/records.md', 'envelope', renderEnvelope],
  ['docs/reference/records.md', 'events', renderEvents],
  ['docs/reference/records.md', 'list records', renderListRecords],
  ['docs/reference/records.md', 'list events', renderListEvents],
  ['docs/reference/records.md', 'item records', renderItemRecords],
  ['docs/reference/records.md', 'record parts', renderRecordParts],
  ['docs/reference/records.md', 'event parts', renderEventParts],
];

test.each(PARTS)('%s shows the %s as it is', (path, name, render) => {
  const generated = render();
  if (process.env['UPDATE'] === '1') writeFileSync(join(ROOT, path), withPart(readPage(path), name, generated));
  expect(partOf(readPage(path), name)).toBe(generated);
});

test('docs/statechart.svg is the picture of the chart as it is', () => {
  const path = 'docs/statechart.svg';
  const generated = `${drawSvg(pictureOf(CHART))}\n`;
  if (process.env['UPDATE'] === '1') writeFileSync(join(ROOT, path), generated);
  expect(readPage(path).text).toBe(generated);
});

test('every state of the chart is in the picture, and every rule of the floor in the table', () => {
  for (const state of ['red', 'green', 'refactor', 'document', 'where', 'needsHuman', 'completed', 'aborted'])
    expect(renderStatechart()).toMatch(new RegExp(`\\b${state}\\b`));
  for (const rule of ['1.3', '1.4', '1.5', '2.2', '2.3', '2.4', '2.5', '2.7'])
    expect(renderFloor()).toContain(`| ${rule} |`);
});
