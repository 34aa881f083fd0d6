/** The way out of a hold over frozen things, told in the first iteration, not after the limits are used up. */
import type { Finding } from '../../../gates/iteration.ts';
import { cut, finding } from '../findings/findings.ts';
import { isAbout } from '../findings/is-about.ts';
import { isNamedLikeTest } from './freeze.ts';
import { quoteWord } from '../../base/text/quote-text.ts';

/** More paths than these are accepted with `--all`. */
const MAX_PATHS = 5;

/** Nothing the agent may hold in its hands: outside of the workspace, installed, or of git. */
const OUT_OF_REACH = /^\/|^[A-Za-z]:\/|^\.git[/#]|(?:^|\/)(?:node_modules|\.venv|venv|vendor\/bundle)\//;

/** Findings about lists, and about tests in a phase that may add some: nothing is frozen there. */
const NOT_FROZEN = ['tampering.lost_item', 'tampering.earlier'] as const;

const isEdited = (each: Finding): boolean => isAbout(each, 'tampering.changed') || isAbout(each, 'tampering.reopened');

/** One finding, or none. @param unacceptable - paths that no operator can accept: the config */
export const adviseAcceptance = (
  tampering: readonly Finding[],
  unacceptable: readonly string[] = [],
): readonly Finding[] => {
  const paths = [
    ...new Set(
      tampering.flatMap((each) =>
        each.where === undefined ||
        NOT_FROZEN.some((code) => isAbout(each, code)) ||
        unacceptable.includes(each.where.path)
          ? []
          : [each.where.path],
      ),
    ),
  ];
  const tests = tampering.some((each) => isAbout(each, 'tampering.lost_test'));
  if (paths.length === 0 && !tests) return [];
  const words = paths.length > MAX_PATHS ? ['--all'] : [...paths.map(quoteWord), ...(tests ? ['--tests'] : [])];
  const command = `dualgate accept ${words.join(' ')} -m "why"`;
  const { paths: beyond, more } = cut(
    paths.filter((path) => OUT_OF_REACH.test(path)),
    MAX_PATHS,
  );
  const [only = ''] = paths;
  const reopen = paths.length === 1 && !tests && isNamedLikeTest(only) && tampering.every(isEdited);
  return [
    finding('tampering.way_out', {
      command,
      beyond,
      more,
      ...(reopen ? { reopen: `dualgate reopen ${quoteWord(only)} -m "why"` } : {}),
    }),
  ];
};
