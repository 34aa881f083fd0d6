import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readSpec } from '../../../src/evidence/criteria-formats/formats.ts';
import { DUALGATE_VERSION } from '../../../src/base/version.ts';

const FOLDER = resolve(import.meta.dirname, '../../../src/agents/hosts/spec-kit');
const read = (path: string): string => readFileSync(join(FOLDER, path), 'utf8');

/** An extension, by the validator of Spec Kit 1.0.1. */
const command = z.strictObject({
  name: z.string().regex(/^speckit\.dualgate\.[a-z0-9-]+$/),
  file: z.string().regex(/^commands\/[a-z]+\.md$/),
  description: z.string().min(1),
});
const hook = z.strictObject({ command: z.string(), optional: z.boolean(), description: z.string() });
const extension = z.strictObject({
  schema_version: z.literal('1.0'),
  extension: z.strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/),
    name: z.string(),
    version: z.literal(DUALGATE_VERSION),
    description: z.string(),
    author: z.string(),
    license: z.string(),
    category: z.string().min(1),
    effect: z.enum(['read-only', 'read-write']),
  }),
  requires: z.strictObject({
    speckit_version: z.string().min(1),
    tools: z.array(z.strictObject({ name: z.string(), required: z.boolean() })),
  }),
  provides: z.strictObject({ commands: z.array(command) }),
  hooks: z.partialRecord(z.enum(['before_implement', 'after_implement']), hook),
});
/** An overlay with one shell step. */
const overlay = z.strictObject({
  id: z.string().regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/),
  extends: z.literal('speckit'),
  priority: z.number().int(),
  edits: z.tuple([
    z.strictObject({
      replace: z.literal('implement'),
      step: z.strictObject({
        id: z.string().regex(/^[^:]+$/),
        type: z.literal('shell'),
        run: z.string(),
        // Seconds; 300 by default, which no run keeps to.
        timeout: z.number().min(3_600),
      }),
    }),
  ]),
});

describe('the extension for Spec Kit', () => {
  test('has the form that Spec Kit reads, and its hooks name its commands', () => {
    const { provides, hooks } = extension.parse(parse(read('extension.yml')));
    const commands = new Map(provides.commands.map(({ name, file }) => [name, read(file)]));
    for (const text of commands.values()) expect(text).toMatch(/^---\ndescription: \S.*\n---\n/);
    const textOf = (event: keyof typeof hooks) => commands.get(hooks[event]?.command ?? '');
    expect(textOf('before_implement')).toContain('dualgate session start FEATURE_DIR/spec.md');
    expect(textOf('after_implement')).toContain('dualgate session verify');
  });

  test('replaces the step of its workflow by a run, with time for it', () => {
    const { edits } = overlay.parse(parse(read('overlay.yml')));
    expect(edits[0].step.run).toBe('dualgate run');
  });

  test('leads to a spec whose criteria dualgate reads', () => {
    const spec = `# Feature Specification: Login\n\n## User Scenarios & Testing\n\n### User Story 1 - Log in (Priority: P1)\n\n**Acceptance Scenarios**:\n\n1. **Given** a user, **When** they log in, **Then** they see their page\n`;
    expect(readSpec(spec).criteria.map(({ id }) => id)).toEqual(['US1-AS1']);
  });
});
