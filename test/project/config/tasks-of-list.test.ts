import { describe, expect, test } from 'vitest';
import { readAfter } from '../../../src/project/config/tasks-of-list.ts';

describe('`after` in the front matter of a spec', () => {
  test.each([
    ['---\nafter: core\n---\n# A\n', ['core']],
    ['---\ntitle: x\nafter: [core, specs/b.md]\nstatus: open\n---\n', ['core', 'specs/b.md']],
    ['\uFEFF---\r\nafter:\r\n  - core\r\n---\r\n', ['core']],
    ['---\nafter: []\n---\n', []],
    ['---\ntitle: before and after\n---\nafter: core\n', []],
    ['# A\n\n---\nafter: core\n---\n', []],
    ['---\n{ broken\n---\n', []],
  ])('is read: %j', (spec, after) => {
    expect(readAfter(spec)).toEqual({ after });
  });

  test.each([
    ['---\nafter: { a: b }\n---\n', '`after` in its front matter must be a spec, a name, or a list of them'],
    ['---\nafter: [1]\n---\n', '`after` in its front matter must be a spec, a name, or a list of them'],
    ['---\nafter: [core\n---\n', 'its front matter is not valid YAML, so `after` cannot be read'],
  ])('is refused: %j', (spec, problem) => {
    expect(readAfter(spec)).toEqual({ problem });
  });
});
