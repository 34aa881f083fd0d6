import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCriteria } from '../../../src/evidence/criteria.ts';
import { isMarked, markSpec } from '../../../src/queue/list/marking.ts';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { markFile } from '../../../src/queue/list/end-task.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';

const mark = (how: 'checkboxes' | 'front_matter', text: string): string | null => {
  const marked = markSpec(how, 'specs/a.md', Buffer.from(text));
  return 'content' in marked ? marked.content.toString() : null;
};

describe('ticking the boxes of a spec', () => {
  test('ticks its criteria and leaves every other byte: BOM, CRLF, no newline at the end', () => {
    expect(mark('checkboxes', '\uFEFF- [ ] AC-1: á\r\n\r\n1. [ ] two\r* [x] three\n+ [X] four\n  - [ ] five')).toBe(
      '\uFEFF- [x] AC-1: á\r\n\r\n1. [x] two\r* [x] three\n+ [X] four\n  - [x] five',
    );
  });

  test('ticks nothing that is no criterion: in fences, quotes and comments, links and dates', () => {
    const others =
      '```\n- [ ] fence\n```\n> - [ ] quote\n<!--\n- [ ] comment\n-->\n- [ ]\n- [2026-01-29] x\n- [ ](url)\n';
    expect(mark('checkboxes', others)).toBe(others);
  });

  test('finds the box behind a comment, and not the one in it', () => {
    expect(mark('checkboxes', '<!-- - [ ] no --> - [ ] AC-1: yes <!-- [ ] -->\n')).toBe(
      '<!-- - [ ] no --> - [x] AC-1: yes <!-- [ ] -->\n',
    );
  });

  test('finds the box behind the end of a comment of the line before, and not the one in it', () => {
    expect(mark('checkboxes', '<!--\n- [ ] no --> - [ ] AC-1: yes\n')).toBe('<!--\n- [ ] no --> - [x] AC-1: yes\n');
  });

  test('keeps bytes that are no UTF-8', () => {
    const spec = Buffer.concat([
      Buffer.from('- [ ] AC-1: '),
      Buffer.from([0xff, 0xfe, 0xa0]),
      Buffer.from('\n- [ ] b'),
    ]);
    const marked = markSpec('checkboxes', 'a.md', spec);
    if (!('content' in marked)) throw new Error('it was not marked');
    expect(marked.content.toString('latin1')).toBe(spec.toString('latin1').replaceAll('[ ]', '[x]'));
  });

  test('law: it changes nothing but blanks in boxes, the criteria stay the same, and once more changes nothing', () => {
    const piece = fc.constantFrom(
      '- [ ] a',
      '* [x] b',
      ' ',
      '\n',
      '\r\n',
      '\r',
      '```\n',
      '> ',
      '<!--',
      '-->',
      '[ ]',
      '\uFEFF',
      'ä',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const once = mark('checkboxes', text) ?? '';
        expect(once.replaceAll('[x]', '[ ]')).toBe(text.replaceAll('[x]', '[ ]'));
        expect(readCriteria(once).map(({ line }) => line)).toEqual(readCriteria(text).map(({ line }) => line));
        expect(mark('checkboxes', once)).toBe(once);
      }),
    );
  });
});

describe('the front matter of a spec', () => {
  test.each([
    ['gets the value', '---\nstatus: open\ntitle: A\n---\n# A\n', '---\nstatus: done\ntitle: A\n---\n# A\n'],
    ['keeps a comment', '---\nstatus: "to do"  # mine\n---\n', '---\nstatus: done  # mine\n---\n'],
    ['gets the key last', '---\r\ntitle: A\r\n---\r\nx', '---\r\ntitle: A\r\nstatus: done\r\n---\r\nx'],
    ['gets an empty value', '---\nstatus:\n---\n', '---\nstatus: done\n---\n'],
    ['is made, behind a BOM', '\uFEFF# A\r\nx', '\uFEFF---\r\nstatus: done\r\n---\r\n# A\r\nx'],
    [
      'is not taken for what it is not',
      'a\n---\nstatus: open\n---\n',
      '---\nstatus: done\n---\na\n---\nstatus: open\n---\n',
    ],
    [
      'is not taken for a key of another map',
      '---\nmeta:\n  status: open\n---\n',
      '---\nmeta:\n  status: open\nstatus: done\n---\n',
    ],
    ['stays as it is', '---\nstatus: done\n---\n- [ ] a', '---\nstatus: done\n---\n- [ ] a'],
  ])('%s', (_, text, marked) => {
    expect(mark('front_matter', text)).toBe(marked);
    expect(isMarked('front_matter', Buffer.from(marked))).toBe(true);
  });

  test.each([
    '---\nstatus: |\n  open\n---\n',
    '---\nstatus:\n  a: b\n---\n',
    '---\nstatus: [a]\n---\n',
    '---\n"status": x\n---\n',
  ])('is left alone where the status is more than a word: %j', (text) => {
    expect(markSpec('front_matter', 'specs/a.md', Buffer.from(text))).toEqual({
      why: 'the status in the front matter of specs/a.md is not one word',
    });
  });
});

describe('a spec of another format', () => {
  const HEADING = '# Acceptance criteria\n- adds\n';
  const CHECKLIST = `# Feature Specification: A\n## Functional Requirements\n- **FR-001**: a\n## Checklist\n- [ ] clear\n`;
  const PRD = '[{ "id": "A-1", "acceptanceCriteria": ["a"], "passes": false }]';
  const marked = (how: 'checkboxes' | 'front_matter' | 'move', text: string) =>
    markSpec(how, 'specs/a.md', Buffer.from(text));

  test('has no boxes to tick, also where it has a checklist, and says how else to mark it', () => {
    expect(marked('checkboxes', CHECKLIST)).toEqual({
      why: 'specs/a.md has no checkboxes to tick, since its format is GitHub Spec Kit: set work.done to front_matter or move',
    });
    expect(marked('checkboxes', HEADING)).toHaveProperty('why');
    expect(marked('checkboxes', PRD)).toEqual({
      why: 'specs/a.md has no checkboxes to tick, since its format is JSON task list: set work.done to move',
    });
    expect(isMarked('checkboxes', Buffer.from(CHECKLIST.replace('[ ]', '[x]')))).toBe(false);
    expect(isMarked('checkboxes', Buffer.from(PRD.replace('false', 'true')))).toBe(false);
  });

  test('is marked in the ways that its format has', () => {
    expect(mark('front_matter', HEADING)).toBe(`---\nstatus: done\n---\n${HEADING}`);
    expect(marked('front_matter', PRD)).toEqual({
      why: 'specs/a.md is JSON, which has no front matter: set work.done to move',
    });
    expect(marked('move', PRD)).toEqual({ path: 'specs/done/a.md', content: Buffer.from(PRD) });
  });
});

test('a file says that it is done only when it does', () => {
  const says = (how: 'checkboxes' | 'front_matter' | 'move', text: string) => isMarked(how, Buffer.from(text));
  expect(says('checkboxes', '- [x] a\n- [X] b\n')).toBe(true);
  expect(says('checkboxes', '- [x] a\n- [ ] b\n')).toBe(false);
  expect(says('checkboxes', 'no criteria\n')).toBe(false);
  expect(says('front_matter', '---\nstatus: undone\n---\n')).toBe(false);
  expect(says('front_matter', 'status: done\n')).toBe(false);
  expect(says('move', '- [x] a\n')).toBe(false);
});

const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

describe('marking the file of a task', () => {
  test('moves it to done/ beside it, with the very bytes, and once more changes nothing', async () => {
    const folder = await aFolder();
    await write(folder, { 'specs/a.md': '- [ ] a\r\n' });
    const marked = { how: 'move', path: 'specs/done/a.md' };
    expect(markFile(folder, 'move', 'specs/a.md')).toEqual(marked);
    expect([existsSync(join(folder, 'specs/a.md')), read(folder, 'specs/done/a.md')]).toEqual([false, '- [ ] a\r\n']);
    expect(markFile(folder, 'move', 'specs/a.md')).toEqual(marked);
  });

  test('overwrites nothing that already exists', async () => {
    const folder = await aFolder();
    await write(folder, { 'specs/a.md': 'new', 'specs/done/a.md': 'old' });
    expect(markFile(folder, 'move', 'specs/a.md')).toEqual({
      how: null,
      path: 'specs/a.md',
      why: 'specs/done/a.md already exists',
    });
    expect([read(folder, 'specs/a.md'), read(folder, 'specs/done/a.md')]).toEqual(['new', 'old']);
  });

  test('keeps its mode, writes through no link, and says when it is gone', async () => {
    const folder = await aFolder();
    await write(folder, { 'a.md': '- [ ] a', 'elsewhere.md': '- [ ] b' });
    await chmod(join(folder, 'a.md'), 0o640);
    await symlink('elsewhere.md', join(folder, 'b.md'));
    expect(markFile(folder, 'checkboxes', 'a.md')).toEqual({ how: 'checkboxes', path: 'a.md' });
    expect([read(folder, 'a.md'), (await stat(join(folder, 'a.md'))).mode & 0o777]).toEqual(['- [x] a', 0o640]);
    expect(markFile(folder, 'checkboxes', 'b.md')).toEqual({
      how: null,
      path: 'b.md',
      why: 'b.md is not a regular file',
    });
    expect(read(folder, 'elsewhere.md')).toBe('- [ ] b');
    expect(markFile(folder, 'checkboxes', 'c.md')).toEqual({
      how: null,
      path: 'c.md',
      why: 'c.md is missing',
    });
  });
});
