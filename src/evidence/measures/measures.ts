/** The list of measures, in the order in which they measure. A new one is a file and an element here. */
import type { Config } from '../../project/config/config.ts';
import { changedDocuments } from './changed-documents.measure.ts';
import { changes } from './changes.measure.ts';
import { checks } from './checks.measure.ts';
import { confidence } from './confidence.measure.ts';
import { criteria } from './criteria.measure.ts';
import { documents } from './documents.measure.ts';
import { exitGate } from './exit-gate.measure.ts';
import { mutants } from './mutants.measure.ts';
import { gitClean } from './git-clean.measure.ts';
import { integrity } from './integrity.measure.ts';
import type { Measure } from './measure.ts';
import { measureOfUser } from './user.measure.ts';
import { removedNames } from './removed-names.measure.ts';
import { review } from './review.measure.ts';
import { plans } from './plans.measure.ts';
import { position } from './position.measure.ts';
import { tests } from './tests.measure.ts';
import { tree } from './tree.measure.ts';

/** They may run commands: what those do to frozen things is looked at after them. */
const COMMANDS: readonly Measure[] = [tests, criteria, position, checks];

const BUILT_IN: readonly Measure[] = [
  ...COMMANDS,
  plans,
  integrity,
  documents,
  changedDocuments,
  removedNames,
  tree,
  gitClean,
  changes,
  exitGate,
  confidence,
  mutants,
  review,
];

/** All measures of a config, in order: its own run right after its checks. */
export const measuresOf = ({ measures }: Pick<Config, 'measures'>): readonly Measure[] => [
  ...COMMANDS,
  ...measures.map(measureOfUser),
  ...BUILT_IN.slice(COMMANDS.length),
];
