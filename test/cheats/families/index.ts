/**
 * Every cheat that is tried. A family is a file; those of other languages are added here, each with its runner's projects.
 */
import type { Family } from '../a-cheat.ts';
import { EARLIER_TESTS } from './earlier.cheats.ts';
import { ADDITIONS } from './additions.cheats.ts';
import { AROUND } from './around.cheats.ts';
import { BUILDS } from './built.cheats.ts';
import { CARGO } from './cargo.cheats.ts';
import { CHANGING } from './changing.cheats.ts';
import { CHECKED } from './checked.cheats.ts';
import { CODE } from './code.cheats.ts';
import { DOCUMENTS_OF_CHANGE } from './documents.cheats.ts';
import { EXPECTED } from './expected.cheats.ts';
import { EXTENDED } from './extended.cheats.ts';
import { FORMAT } from './format.cheats.ts';
import { GO } from './go.cheats.ts';
import { GUARDS } from './guards.cheats.ts';
import { INSIDE } from './inside.cheats.ts';
import { JEST } from './jest.cheats.ts';
import { MOCHA } from './mocha.cheats.ts';
import { MOVES } from './moves.cheats.ts';
import { OWN_ERRORS } from './own-errors.cheats.ts';
import { PYTEST } from './pytest.cheats.ts';
import { READERS } from './readers.cheats.ts';
import { REPORT } from './report.cheats.ts';
import { RULES } from './rules.cheats.ts';
import { RUNNER } from './runner.cheats.ts';
import { SOURCES } from './sources.cheats.ts';
import { COPIES } from './copies.cheats.ts';
import { CRITERIA } from './criteria.cheats.ts';
import { LEFT_STUBS } from './left-stubs.cheats.ts';
import { OWN_CRITERIA } from './own-criteria.cheats.ts';
import { INVERTED } from './inverted.cheats.ts';
import { REALM } from './realm.cheats.ts';
import { RESOLUTION } from './resolution.cheats.ts';
import { SET_UP } from './set-up.cheats.ts';
import { SIDE } from './side.cheats.ts';
import { SHALLOW } from './shallow.cheats.ts';
import { UNMUTATED } from './unmutated.cheats.ts';
import { UNREACHED_CODE } from './unreached.cheats.ts';
import { WAITING } from './waiting.cheats.ts';
import { UNDECLARED, WATCHFUL } from './watchful.cheats.ts';
import { TESTS } from './tests.cheats.ts';

export const FAMILIES: readonly Family[] = [
  TESTS,
  ADDITIONS,
  GUARDS,
  CHANGING,
  OWN_ERRORS,
  MOVES,
  RUNNER,
  READERS,
  CHECKED,
  BUILDS,
  REPORT,
  CODE,
  SOURCES,
  RULES,
  DOCUMENTS_OF_CHANGE,
];

/** Of other languages, and of the other runners of JavaScript. */
export const LANGUAGE_FAMILIES: readonly Family[] = [
  AROUND,
  EARLIER_TESTS,
  FORMAT,
  JEST,
  MOCHA,
  PYTEST,
  EXTENDED,
  SET_UP,
  GO,
  CARGO,
  RESOLUTION,
  REALM,
  INSIDE,
  INVERTED,
  CRITERIA,
  OWN_CRITERIA,
  LEFT_STUBS,
  EXPECTED,
  SIDE,
  SHALLOW,
  UNREACHED_CODE,
  UNMUTATED,
  COPIES,
  WAITING,
  WATCHFUL,
  UNDECLARED,
];
