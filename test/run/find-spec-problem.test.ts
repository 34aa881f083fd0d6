import { describe, expect, test } from 'vitest';
import { compileGates } from '../../gates/compile-gates.ts';
import { parseConfig } from '../../src/read-config/parse-config.ts';
import { findSpecProblem } from '../../src/run/find-spec-problem.ts';
import { aFolder, write } from '../evidence/a-repository.ts';
import { OPENSPEC, PRD, SPEC_KIT } from '../evidence/criteria-formats/samples.ts';

const problemOf = async (files: Readonly<Record<string, string>>, spec: string | readonly string[], more = '') => {
  const folder = await aFolder();
  await write(folder, files);
  const config = parseConfig(
    `work: { spec: ${JSON.stringify(spec)} }\nagent: { command: a }\ntests: { command: node --test }\n${more}`,
    { path: `${folder}/dualgate.yaml`, readFile: () => '' },
  );
  return findSpecProblem(config, compileGates(config));
};

describe('the specs of a run, before any cost', () => {
  test('may be of any format, alone or together', async () => {
    const files = { 'a/spec.md': SPEC_KIT, 'b.md': OPENSPEC, 'prd.json': PRD, 'c.md': '- [ ] AC-1: one\n' };
    for (const spec of Object.keys(files)) expect(await problemOf(files, spec)).toBe(null);
    expect(await problemOf(files, Object.keys(files))).toBe(null);
  });

  test('without criteria: the error names an example and every other format', async () => {
    expect(await problemOf({ 'a.md': '# A\n' }, 'a.md')).toBe(
      'The spec a.md has no acceptance criteria. Write each as a checkbox: "- [ ] AC-1: what must be true". dualgate also reads items below a heading "Acceptance criteria"; scenarios of OpenSpec; acceptance scenarios and functional requirements of GitHub Spec Kit; acceptanceCriteria in JSON such as prd.json.',
    );
  });

  test('need criteria in each of several files, but none at all without RED', async () => {
    const files = { 'a.md': '- [ ] one\n', 'b.md': '# B\n' };
    expect(await problemOf(files, ['a.md', 'b.md'])).toContain('The spec b.md has no acceptance criteria.');
    const phases = 'phases:\n  - { phase: BUILD, purpose: p, gate_1: { condition: tests_failing == 0 } }\n';
    expect(await problemOf(files, ['a.md', 'b.md'], phases)).toBe(null);
  });

  test('are no plan: the error names the spec beside it', async () => {
    const tasks = '# Tasks: A\n\n- [ ] T001 Create project structure\n';
    expect(await problemOf({ 'specs/1/tasks.md': tasks, 'specs/1/spec.md': SPEC_KIT }, 'specs/1/tasks.md')).toBe(
      'The spec specs/1/tasks.md is a plan: it lists steps of the work, not acceptance criteria. Name specs/1/spec.md under work.',
    );
    expect(await problemOf({ 'tasks.md': tasks }, 'tasks.md')).toBe(
      'The spec tasks.md is a plan: it lists steps of the work, not acceptance criteria. Name a spec with acceptance criteria under work.',
    );
    const change = { 'c/tasks.md': '- [ ] a\n', 'c/proposal.md': '# C\n', 'c/specs/a/spec.md': OPENSPEC };
    expect(await problemOf(change, 'c/tasks.md')).toContain('Name the specs in c/specs/ under work.');
  });

  test('are valid JSON where that is meant', async () => {
    expect(await problemOf({ 'prd.json': '{ "userStories": [' }, 'prd.json')).toBe(
      'The spec prd.json is not valid JSON. Fix it, or correct its path under work.',
    );
  });

  test('exist, each of them', async () => {
    expect(await problemOf({ 'a.md': '- [ ] one\n' }, ['a.md', 'b.md'])).toBe(
      'The spec was not found: b.md. Write it, or correct its path under work.',
    );
  });

  test('give an id to one criterion only, also over several files', async () => {
    const story = { id: 'US-1', acceptanceCriteria: ['a'] };
    expect(await problemOf({ 'prd.json': JSON.stringify([story, story], null, 1) }, 'prd.json')).toBe(
      'The spec prd.json gives the id US-1.1 to more than one criterion (lines 5, 11). Give each criterion an id of its own.',
    );
    expect(await problemOf({ 'a.md': '- [ ] AC-1: a\n', 'b.md': '\n- [ ] AC-1: b\n' }, ['a.md', 'b.md'])).toBe(
      'The specs give the id AC-1 to more than one criterion (a.md:1, b.md:2). Give each criterion an id of its own.',
    );
  });
});
