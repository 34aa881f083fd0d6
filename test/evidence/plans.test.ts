import { describe, expect, it } from 'vitest';
import { findGoneItems, readPlans } from '../../src/evidence/criteria.ts';

const names = (markdown: string, optional: readonly string[] = []) =>
  readPlans(markdown, optional).map(({ name, ticked }) => `${ticked ? 'x' : '_'} ${name}`);

const ROADMAP = `# Roadmap

## Phase 1

- [x] 01-01: Parse the words
- [ ] 01-02: Print them **twice**

## Nice to have:

- [ ] Colours

### Themes

- [ ] Dark

## Phase 2

- [ ] Optional: sounds
- [ ] Optional chaining
`;

describe('the plans of a roadmap', () => {
  it('are its checkboxes, whole, in their order', () => {
    expect(names(ROADMAP)).toEqual([
      'x 01-01: Parse the words',
      '_ 01-02: Print them **twice**',
      '_ Colours',
      '_ Dark',
      '_ Optional: sounds',
      '_ Optional chaining',
    ]);
  });

  it('leave out sections and items that are optional by name, and none whose name only begins like it', () => {
    expect(names(ROADMAP, ['nice to have', 'OPTIONAL'])).toEqual([
      'x 01-01: Parse the words',
      '_ 01-02: Print them **twice**',
      '_ Optional chaining',
    ]);
    expect(names('- [ ] Plan 1\n- [ ] Plan 10\n- [ ] Plan 1 - the rest\n', ['Plan 1'])).toEqual(['_ Plan 10']);
  });

  it('are not read in fences, quotes and comments', () => {
    expect(names('```\n- [ ] one\n```\n> - [ ] two\n<!-- - [ ] three -->\n- [X] four\n')).toEqual(['x four']);
  });

  it.each([
    ['removed', '- [x] one\n', ['two', 'two']],
    ['reworded', '- [x] one\n- [x] two and a half\n- [x] two\n', ['two']],
    ['merged into one', '- [x] one\n- [x] two\n', ['two']],
    ['moved to where nothing counts', '- [x] one\n# Later\n- [x] two\n- [x] two\n', ['two', 'two']],
    ['only ticked', '- [x] one\n- [x] two\n- [x] two\n', []],
    ['written otherwise', '* [x]  one\n1. [x] two\n- [ ] two\n- [ ] three\n', []],
  ])('are missed by name when they are %s', (_how, now, gone) => {
    const before = readPlans('- [ ] one\n- [ ] two\n- [ ] two\n', ['Later']).map(({ name }) => name);
    expect(findGoneItems(before, readPlans(now, ['Later']))).toEqual(gone);
  });
});
