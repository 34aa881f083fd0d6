import { describe, expect, test } from 'vitest';
import { readSignal } from '../../src/signals/signal-reader.ts';
import { statusBlockTemplate } from '../../src/signals/systems/dialects.ts';
import { aSignal, BINDING, YES } from './a-block.ts';

const template = statusBlockTemplate({ phase: 'GREEN', iteration: 7, nonce: 'n-7f3a' });
const fill = (text: string, signal: string, status: string): string =>
  text
    .replace('EXIT_SIGNAL: true | false', `EXIT_SIGNAL: ${signal}`)
    .replace('IN_PROGRESS | BLOCKED | COMPLETE', status);

describe('the block that the prompt shows', () => {
  test('is short', () => {
    expect(template).toMatchInlineSnapshot(`
      "---PRP_PHASE_STATUS---
      PHASE: GREEN
      ITERATION: 7
      NONCE: n-7f3a
      STATUS: IN_PROGRESS | BLOCKED | COMPLETE
      BLOCKERS:
        - none
      EXIT_SIGNAL: true | false
      RECOMMENDATION: <one line: the next action>
      ---END_PRP_PHASE_STATUS---"
    `);
  });

  test('says nothing when it is quoted as it stands, fenced or not', () => {
    expect(readSignal(template, BINDING)).toEqual(aSignal('placeholder'));
    expect(readSignal(`\`\`\`\n${template}\n\`\`\``, BINDING)).toEqual(aSignal('placeholder', { line: 2 }));
    const refactoring = statusBlockTemplate({ phase: 'GREEN', iteration: 7, nonce: 'n-7f3a', refactoring: true });
    expect(readSignal(refactoring, BINDING)).toEqual(aSignal('placeholder'));
  });

  test('says what is filled in', () => {
    expect(readSignal(fill(template, 'true', 'COMPLETE'), BINDING)).toEqual(YES);
    expect(readSignal(fill(template, 'false', 'IN_PROGRESS'), BINDING)).toEqual(
      aSignal('explicit_false', { value: false, status: 'IN_PROGRESS' }),
    );
  });

  test('says nothing while one of the two is not filled in', () => {
    expect(readSignal(template.replace('true | false', 'true'), BINDING)).toEqual(aSignal('placeholder'));
    expect(readSignal(template.replace('IN_PROGRESS | BLOCKED | COMPLETE', 'COMPLETE'), BINDING)).toEqual(
      aSignal('placeholder', { status: 'COMPLETE' }),
    );
  });

  test('has no NONCE where none was issued', () => {
    const unbound = statusBlockTemplate({ phase: 'GREEN', iteration: 7, nonce: null });
    expect(unbound).not.toContain('NONCE');
    expect(readSignal(fill(unbound, 'true', 'COMPLETE'), { ...BINDING, nonce: null })).toEqual(YES);
  });
});
