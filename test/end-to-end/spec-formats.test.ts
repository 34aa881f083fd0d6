/**
 * Specs in the formats of other tools: a run counts their criteria, freezes them and covers them by id.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, STUB } from './a-project.ts';
import { honestBut, SAY_YES } from './a-shell-agent.ts';
import { lastDecision, pathOf, recordsOf } from './read-project.ts';
import { runProgram } from './run-program.ts';

const SPEC = `# Feature Specification: Shout

## User Scenarios & Testing *(mandatory)*

### User Story 1 - Shout a word (Priority: P1)

**Acceptance Scenarios**:

1. **Given** a word, **When** it is shouted, **Then** it is in capitals

## Requirements *(mandatory)*

### Functional Requirements

- **FR-001**: A shout MUST end with one exclamation mark

## Review & Acceptance Checklist

- [ ] No implementation details
`;

const CHECKS = `import { test } from 'node:test';
import { equal } from 'node:assert/strict';
import { shout } from '../lib/shout.mjs';
test('US1-AS1: a word is shouted in capitals', () => equal(shout('no')?.slice(0, 2), 'NO'));
test('FR-001: a shout ends with one exclamation mark', () => equal(shout('no!')?.slice(2), '!'));
`;

const PRD = JSON.stringify({
  userStories: [{ id: 'US-7', title: 'Shout', acceptanceCriteria: ['It is loud'], passes: false }],
});

const RED = phases({ RED: { gate_1: { condition: 'criteria_covered == criteria_count' } } });
const ONE_CHANCE = RED.map((phase) => ({ ...phase, limits: { max_iterations: 1 } }));

describe.skipIf(!hasGit)('a run on a spec of another tool (needs git)', { concurrent: true }, () => {
  test('completes RED on a spec of Spec Kit, with a test for each scenario and requirement', async ({ home }) => {
    const project = await aProject(home, {
      work: { RED: { 'checks/shout.test.mjs': CHECKS, 'lib/shout.mjs': STUB } },
      files: { 'specs/001-shout/spec.md': SPEC, 'specs/001-shout/tasks.md': '# Tasks: Shout\n\n- [ ] T001 Start\n' },
      config: { work: { spec: 'specs/001-shout/spec.md' }, phases: RED },
    });
    const doctor = await runProgram(project, 'doctor');
    expect(doctor.stdout).toContain('specs/001-shout/spec.md (GitHub Spec Kit), 2 criteria, each with an id');
    const { exitCode, stdout, stderr } = await runProgram(project, 'run');
    expect(exitCode, `${stdout}\n${stderr}`).toBe(0);
    expect(pathOf(project)).toEqual(['RED 1 exited']);
    expect(recordsOf(project, 'iteration.decided')[0]?.record.metrics).toMatchObject({
      criteria_count: 2,
      criteria_covered: 2,
    });
  });

  test('does not start on its tasks.md, and names the spec beside it', async ({ home }) => {
    const project = await aProject(home, {
      files: { 'specs/001-shout/spec.md': SPEC, 'specs/001-shout/tasks.md': '# Tasks: Shout\n\n- [ ] T001 Start\n' },
      config: { work: { spec: 'specs/001-shout/tasks.md' }, phases: RED },
    });
    const { exitCode, stdout } = await runProgram(project, 'run');
    expect(exitCode).toBe(4);
    expect(stdout).toContain(
      'The spec specs/001-shout/tasks.md is a plan: it lists steps of the work, not acceptance criteria. Name specs/001-shout/spec.md under work.',
    );
  });

  test('counts several specs together, names each in the prompt, and holds an agent that edits the last one', async ({
    home,
  }) => {
    const project = await aProject(home, {
      agent: honestBut(
        'RED',
        'cat > "$(dirname "$0")/prompt"',
        'cp -R "$(dirname "$0")/RED/." .',
        "sed -i.bak 's/false/true/' prd.json && rm prd.json.bak",
        SAY_YES,
      ).replace('cat > /dev/null\n', ''),
      work: { RED: { 'checks/shout.test.mjs': CHECKS, 'lib/shout.mjs': STUB } },
      files: { 'specs/001-shout/spec.md': SPEC, 'prd.json': PRD },
      config: { work: { spec: ['specs/001-shout/spec.md', 'prd.json'] }, phases: ONE_CHANCE },
    });
    const { exitCode } = await runProgram(project, 'run');
    expect(exitCode).toBe(1);
    const prompt = readFileSync(join(project.agent, 'prompt'), 'utf8');
    expect(prompt).toContain('They are from specs/001-shout/spec.md, prd.json: read them.');
    expect(prompt).toContain('- US1-AS1: Given a word, When it is shouted, Then it is in capitals\n');
    expect(prompt).toContain('- US-7.1: Shout: It is loud\n');
    expect(recordsOf(project, 'iteration.decided')[0]?.record.metrics).toMatchObject({
      criteria_count: 3,
      criteria_covered: 2,
      tests_intact: false,
    });
    expect(lastDecision(project).notes).toContain('prd.json was changed after it was frozen: restore it.');
  });
});
