import { describe, expect, test } from 'vitest';
import { reachTargets } from '../../../../src/evidence/integrity/check-files.ts';

const RECIPE = [
  'NODE := node',
  '# run it after lint',
  '.PHONY: lint run',
  'lint: types',
  '\t$(NODE) tools/lint.mjs src',
  'types:',
  '\tnpx tsc',
  'run:',
  '\tnode src/app.mjs',
  '',
].join('\n');

const LINT = 'NODE := node\n types\n\t$(NODE) tools/lint.mjs src\n\n\tnpx tsc';

describe('the part of a recipe that a command reaches', () => {
  test('is the target that it names, with what that depends on', () => {
    expect(reachTargets(RECIPE, ['make', 'lint'])).toBe(LINT);
    expect(reachTargets(RECIPE, ['make', 'types'])).toBe('NODE := node\n\n\tnpx tsc');
  });

  test('is the first target where it names none', () => {
    expect(reachTargets(RECIPE, ['make'])).toBe(LINT);
  });

  test('has the targets that a line of it, or a variable, names', () => {
    expect(reachTargets('lint:\n\tmake run\nrun:\n\tnode app.mjs\n', ['make', 'lint'])).toContain('node app.mjs');
    expect(reachTargets('ALL := run\nlint: $(ALL)\nrun:\n\tnode app.mjs\n', ['make', 'lint'])).toContain(
      'node app.mjs',
    );
  });

  test.each([
    ['has patterns', '%.o: %.c\n\tcc\n'],
    ['includes others', 'include more.mk\n'],
    ['makes targets', '$(eval $(call each))\n'],
  ])('is the whole file where that %s', (_what, more) => {
    expect(reachTargets(`${RECIPE}${more}`, ['make', 'lint'])).toBe(`${RECIPE}${more}`);
  });
});
