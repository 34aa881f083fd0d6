/** The phases of a config, written in the config or in separate files. */
import { dirname, join, resolve } from 'node:path';
import type { Vocabulary } from '../../../gates/metrics.ts';
import type { Phase } from '../../../gates/phase.ts';
import type { ConfigProblem } from './find-config.ts';
import type { WrittenConfig } from './schema/config-schema.ts';
import { pathInside } from './schema/fields.ts';
import { createPhaseJsonSchema } from './schema/json-schema.ts';
import { phaseSchemaWith } from './schema/phase-schema.ts';
import { wordIssues } from './word-issues.ts';
import { type Place, readYaml, type YamlDocument } from './read-yaml.ts';
import { describeCause } from '../../base/text/describe-cause.ts';

/** A phase and the place of its name. */
export interface PlacedPhase {
  readonly phase: Phase;
  readonly path: string;
  readonly place: Place;
  /** A place within the text of one of its conditions. */
  readonly placeIn: (gate: 'gate_1' | 'gate_2', within: Place) => Place;
}

interface PhasesRead {
  readonly phases: readonly PlacedPhase[];
  readonly problems: readonly ConfigProblem[];
  /** Absolute paths of the files that were named, each once. */
  readonly files: readonly string[];
}

interface PhasesSource {
  readonly document: YamlDocument;
  /** The config's path as it is shown to people. */
  readonly path: string;
  /** Absolute: paths of phase files are relative to it. */
  readonly folder: string;
  readonly readFile: (path: string) => string;
  /** The metrics that conditions may use. */
  readonly vocabulary: Vocabulary;
}

/** Every phase in order. `written` is absent if the config has problems; the files are checked to report all at once. */
export const readPhases = (written: WrittenConfig['phases'] | undefined, source: PhasesSource): PhasesRead => {
  const read = phaseElements(source.document.value).map((element, position): PhasesRead => {
    if (typeof element === 'string') return readPhaseFile(element, position, source);
    const inline = written?.[position];
    if (inline === undefined || typeof inline === 'string') return { phases: [], problems: [], files: [] };
    const place = source.document.placeOf(['phases', position, 'phase']);
    const placeIn: PlacedPhase['placeIn'] = (gate, within) =>
      source.document.placeWithin(['phases', position, gate, 'condition'], within);
    return { phases: [{ phase: inline, path: source.path, place, placeIn }], problems: [], files: [] };
  });
  return {
    phases: read.flatMap(({ phases }) => phases),
    problems: read.flatMap(({ problems }) => problems),
    files: [...new Set(read.flatMap(({ files }) => files))],
  };
};

const phaseElements = (value: unknown): readonly unknown[] => {
  const written: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'phases') : undefined;
  return Array.isArray(written) ? written : [];
};

const readPhaseFile = (
  name: string,
  position: number,
  { document, path, folder, readFile, vocabulary }: PhasesSource,
): PhasesRead => {
  // The schema of the config reports problems of the path itself.
  if (!pathInside().safeParse(name).success) return { phases: [], problems: [], files: [] };
  const file = resolve(folder, name);
  const { line, column } = document.placeOf(['phases', position]);
  const refuse = (message: string): PhasesRead => ({
    phases: [],
    problems: [{ path, line, column, message }],
    files: [file],
  });
  let text: string;
  try {
    text = readFile(file);
  } catch (error) {
    return refuse(`cannot read the phases of ${name}: ${describeCause(error)}`);
  }
  const shownPath = join(dirname(path), name);
  const { documents, problems } = readYaml(text, shownPath);
  if (problems.length > 0) return { phases: [], problems, files: [file] };
  if (documents.length === 0) return refuse(`${name} contains no phase`);
  const read = documents.map((one) => readPhaseDocument(one, shownPath, vocabulary));
  return { phases: read.flatMap(({ phases }) => phases), problems: read.flatMap((one) => one.problems), files: [file] };
};

const readPhaseDocument = (document: YamlDocument, path: string, vocabulary: Vocabulary): Omit<PhasesRead, 'files'> => {
  const result = phaseSchemaWith(vocabulary).safeParse(document.value);
  if (result.success) {
    const placeIn: PlacedPhase['placeIn'] = (gate, within) => document.placeWithin([gate, 'condition'], within);
    const place = document.placeOf(['phase']);
    return { phases: [{ phase: result.data, path, place, placeIn }], problems: [] };
  }
  const source = { document, path, schema: createPhaseJsonSchema, name: 'the document of a phase' };
  return { phases: [], problems: wordIssues(result.error.issues, source) };
};
