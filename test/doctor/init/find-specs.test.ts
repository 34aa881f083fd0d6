import { describe, expect, test } from 'vitest';
import { candidateOf, findSpecs } from '../../../src/doctor/init/find-specs.ts';
import { renderConfig } from '../../../src/doctor/init/render-config.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';
import { OPENSPEC, PRD, SPEC_KIT } from '../../evidence/criteria-formats/samples.ts';

const found = async (files: Readonly<Record<string, string>>) => {
  const folder = await aFolder();
  await write(folder, files);
  return (await findSpecs(folder)).map(({ path, criteria }) => `${path} ${criteria}`);
};

describe('the specs that init finds', () => {
  test('are those of other tools first, the newest feature of Spec Kit before older ones', async () => {
    expect(
      await found({
        'specs/2-a/spec.md': SPEC_KIT,
        'specs/2-a/tasks.md': '# Tasks\n- [ ] T001 a\n',
        'specs/10-b/spec.md': SPEC_KIT,
        'specs/11-c/spec.md': '# Nothing yet\n',
        'specs/plain.md': '- [ ] one\n',
        '.specify/specs/1-d/spec.md': SPEC_KIT,
        '.specify/templates/spec.md': SPEC_KIT,
        'openspec/changes/add-x/specs/auth/spec.md': OPENSPEC,
        'openspec/changes/archive/old/specs/auth/spec.md': OPENSPEC,
        'openspec/specs/auth/spec.md': OPENSPEC,
        '.kiro/specs/e/requirements.md': '#### Acceptance Criteria\n1. WHEN a THEN b\n',
        'prd.json': PRD,
        'scripts/ralph/prd.json': PRD,
        'plans/prd.json': '{',
        'README.md': '## Acceptance criteria\n- one\n',
      }),
    ).toEqual([
      'specs/10-b/spec.md 6',
      'specs/2-a/spec.md 6',
      '.specify/specs/1-d/spec.md 6',
      'openspec/changes/add-x/specs/auth/spec.md 3',
      '.kiro/specs/e/requirements.md 1',
      'prd.json 3',
      'scripts/ralph/prd.json 3',
      'specs/plain.md 1',
      'openspec/specs/auth/spec.md 3',
      'README.md 1',
      'specs/11-c/spec.md 0',
    ]);
  });

  test('are no plan', async () => {
    expect(await found({ 'specs/tasks.md': '# Tasks\n- [ ] T001 a\n' })).toEqual([]);
  });

  test('are named in the config with what is read in them', () => {
    const documents = { hasCode: false, hasRecords: false, hasC4: false };
    const facts = { runner: null, command: null, documents, git: true, installed: false };
    const work = (path: string, text: string) =>
      renderConfig({ ...facts, specs: [candidateOf(path, text)] })
        .split('\n')
        .slice(5, 8);
    expect(work('specs/1/spec.md', SPEC_KIT)).toEqual([
      'work:',
      '  # The acceptance criteria: acceptance scenarios and functional requirements of GitHub Spec Kit. They are frozen when a run starts.',
      '  spec: specs/1/spec.md',
    ]);
    expect(work('a.md', '- [ ] one\n')[1]).toBe(
      '  # The checkboxes of this file are the acceptance criteria. They are frozen when a run starts.',
    );
  });
});
