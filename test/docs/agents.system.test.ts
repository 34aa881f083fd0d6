import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PRESET_NAMES, PRESETS } from '../../src/agents/programs/presets.ts';
import { readAgentOutput } from '../../src/signals/envelopes/extractor.ts';
import { parseConfig } from '../../src/read-config/parse-config.ts';
import { EXPECTED } from '../agents/programs/expected.ts';
import { ACP_AGENTS } from '../agents/real/acp-agents.ts';
import { AGENT_PACKAGES } from '../agents/real/agent-packages.ts';
import { CASE_NAMES } from '../agents/real/cases.ts';
import { newestOf, recordingOf, versionsOf } from '../recorded/recordings.ts';
import { AGENT_FACTS } from './agent-facts.ts';
import { fencesOf, readPage, ROOT } from './pages.ts';

const FOLDER = 'docs/how-to/agents';

test('there is a page for every agent, and no other', () => {
  const pages = ['README', 'acp', ...Object.keys(PRESETS)].map((name) => `${name}.md`);
  expect(readdirSync(join(ROOT, FOLDER)).sort()).toEqual(pages.sort());
});

test('CI drives versions that were recorded, and the source and the pages name the newest of them', () => {
  const tools = readFileSync(join(ROOT, '.ci/tools'), 'utf8');
  for (const [name, before] of [
    ['codex', '@openai/codex@'],
    ['copilot', '@github/copilot@'],
    ['pi', 'pi-coding-agent@'],
  ] as const) {
    const [, version = ''] = new RegExp(`${before}([\\d.]+)`).exec(tools) ?? [];
    expect(versionsOf(name)).toContain(version);
  }
  for (const name of PRESET_NAMES) {
    const { version } = AGENT_PACKAGES[name];
    expect(version).toBe(newestOf(name));
    const source = readFileSync(join(ROOT, `src/agents/programs/${name}.preset.ts`), 'utf8');
    expect(source).toContain(`measured with ${version}.`);
  }
});

test('the page of the Agent Client Protocol shows a config that loads, and names the agents that were tried', () => {
  const page = readPage(`${FOLDER}/acp.md`);
  const [example = ''] = fencesOf(page).flatMap(({ language, source }) => (language === 'yaml' ? [source] : []));
  const text = `version: 1\nwork: { spec: spec.md }\n${example}\ntests: { command: node --test }\n`;
  const { agent } = parseConfig(text, { path: '/nowhere/dualgate.yaml', readFile: () => '' });
  expect({ use: agent.use, command: agent.command }).toEqual({ use: 'acp', command: ['gemini', '--acp'] });
  for (const { package: tried } of Object.values(ACP_AGENTS)) expect(page.text).toContain(`\`${tried}\``);
  const [inCi] = Object.values(ACP_AGENTS);
  expect(readFileSync(join(ROOT, '.ci/tools'), 'utf8')).toContain(inCi?.package);
});

describe.each(Object.values(PRESETS))('the page of $title', ({ name, createExtractor }) => {
  const page = readPage(`${FOLDER}/${name}.md`);

  test('shows a config that loads, and that is of this agent', () => {
    const [example = ''] = fencesOf(page).flatMap(({ language, source }) => (language === 'yaml' ? [source] : []));
    const text = `version: 1\nwork: { spec: spec.md }\n${example}\ntests: { command: node --test }\n`;
    const { agent } = parseConfig(text, { path: '/nowhere/dualgate.yaml', readFile: () => '' });
    expect({ use: agent.use, permissions: agent.permissions }).toEqual({ use: name, permissions: 'edit' });
  });

  test('names no host but this machine', () => {
    expect(page.text.match(/https?:\/\/(?!127\.0\.0\.1[:/])\S+/g) ?? []).toEqual([]);
  });

  test('is in the table with the facts of its captured streams, and no more', () => {
    const { honest, denied, api_429 } = EXPECTED[name];
    const { tokens, cost, denials, session, lifted, waits } = AGENT_FACTS[name];
    expect({ tokens, session }).toEqual({
      tokens: honest.extracted.usage === null ? 'no' : 'yes',
      session: honest.extracted.session === null ? 'no' : 'yes',
    });
    if (typeof honest.extracted.usage?.cost_usd === 'number') expect(cost).toBe('yes');
    if (tokens === 'no') expect(cost).toBe('no');
    if (denied.extracted.denials.length > 0) expect(denials).toBe('yes');
    if (api_429.extracted.error?.resets_at != null) expect(lifted).toBe('yes');
    const received = CASE_NAMES.flatMap((each) => {
      const activities: string[] = [];
      const reader = readAgentOutput(createExtractor(), (activity) => activities.push(activity));
      reader.write(recordingOf(name, newestOf(name), each));
      reader.end();
      return activities;
    });
    if (received.includes('waiting')) expect(waits).toBe('yes');
  });
});
