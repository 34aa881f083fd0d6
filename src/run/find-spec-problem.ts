/** Before any cost: do the specs exist, does each have acceptance criteria, and does no id name two of them? */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CompiledGate } from '../../gates/compile-gates.ts';
import { type Config, specsOf } from '../project/config/config.ts';
import { findDoubleIds } from '../evidence/criteria.ts';
import { CRITERIA_FORMATS, readSpec } from '../evidence/criteria-formats/formats.ts';
import { readPlanFile, looksLikeJson } from '../evidence/criteria-formats/task-list.format.ts';
import { readPlain } from '../base/files/open-plain.ts';
import { parseJson } from '../base/text/parse-json.ts';
import { describeCause, readErrorCode } from '../base/text/describe-cause.ts';

interface SpecText {
  readonly path: string;
  readonly text: string;
}

/** The first problem with its way out; `null` if the run can begin. */
export const findSpecProblem = async (config: Config, gates: readonly CompiledGate[]): Promise<string | null> => {
  const specs: SpecText[] = [];
  for (const path of specsOf(config.work)) {
    const read = readSpecText(config, path);
    if ('problem' in read) return read.problem;
    specs.push({ path, text: read.text });
  }
  const isAsked = gates.some(({ phase, floor }) => phase.tests === 'must_fail' && floor.length > 0);
  return (
    firstOf(specs, (spec) => findWrongFile(config, spec)) ??
    findDoubles(specs) ??
    (isAsked ? firstOf(specs, findNoCriteria) : null)
  );
};

const firstOf = (specs: readonly SpecText[], find: (spec: SpecText) => string | null): string | null => {
  for (const spec of specs) {
    const problem = find(spec);
    if (problem !== null) return problem;
  }
  return null;
};

type Place = Pick<Config, 'folder' | 'work'>;

const adviseOther = ({ work }: Place): string =>
  work.given === true ? 'name another spec' : 'correct its path under work';

const readSpecText = (place: Place, path: string): { readonly text: string } | { readonly problem: string } => {
  try {
    return { text: readPlain(join(place.folder, path)) };
  } catch (error) {
    return {
      problem:
        readErrorCode(error) === 'ENOENT'
          ? `The spec was not found: ${path}. Write it, or ${adviseOther(place)}.`
          : `The spec cannot be read: ${describeCause(error)}. Fix it, or ${adviseOther(place)}.`,
    };
  }
};

/** A plan beside the spec, or a task list that no program can read. */
const findWrongFile = (place: Place, { path, text }: SpecText): string | null => {
  const plan = readPlanFile(path, text, (each) => existsSync(join(place.folder, each)));
  if (plan !== null) {
    const wayOut =
      plan.spec === null
        ? 'Name a spec with acceptance criteria'
        : `Name ${plan.spec.endsWith('.md') ? plan.spec : `the specs in ${plan.spec}/`}`;
    return `The spec ${path} is a plan: it lists steps of the work, not acceptance criteria. ${wayOut}${place.work.given === true ? '' : ' under work'}.`;
  }
  const isJson = /\.json$/i.test(path) && looksLikeJson(text);
  return isJson && parseJson(text.replace(/^\uFEFF/, '')) === undefined
    ? `The spec ${path} is not valid JSON. Fix it, or ${adviseOther(place)}.`
    : null;
};

const findDoubles = (specs: readonly SpecText[]): string | null => {
  const placed = specs.flatMap(({ path, text }) => readSpec(text).criteria.map((each) => ({ ...each, path })));
  const [double] = findDoubleIds(placed);
  if (double === undefined) return null;
  const [only, ...others] = specs;
  if (only !== undefined && others.length === 0)
    return `The spec ${only.path} gives the id ${double.id} to more than one criterion (lines ${double.lines.join(', ')}). Give each criterion an id of its own.`;
  const places = placed.flatMap(({ id, path, line }) => (id === double.id ? [`${path}:${line}`] : []));
  return `The specs give the id ${double.id} to more than one criterion (${places.join(', ')}). Give each criterion an id of its own.`;
};

const findNoCriteria = ({ path, text }: SpecText): string | null =>
  readSpec(text).criteria.length > 0
    ? null
    : `The spec ${path} has no acceptance criteria. Write each as a checkbox: "- [ ] AC-1: what must be true". dualgate also reads ${nameOtherFormats()}.`;

const nameOtherFormats = (): string =>
  CRITERIA_FORMATS.filter(({ name }) => name !== 'checkboxes')
    .toReversed()
    .map(({ parts }) => parts)
    .join('; ');
