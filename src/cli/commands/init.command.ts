/** `dualgate init`: writes a commented config for this project and the installed agent. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPlain } from '../../base/files/open-plain.ts';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import type { Phase } from '../../../gates/phase.ts';
import { ConfigError, CONFIG_NAMES } from '../../project/config/find-config.ts';
import { detectProject, findPackages, type WorkspacePackage } from '../../doctor/init/find-packages.ts';
import { hasTests } from '../../doctor/init/detect-tests.ts';
import { candidateOf } from '../../doctor/init/find-specs.ts';
import type { ProjectFacts } from '../../doctor/init/script-checks.ts';
import { findAgents } from '../../agents/programs/presets.ts';
import { renderConfig } from '../../doctor/init/render-config.ts';
import { parseConfig } from '../../read-config/parse-config.ts';
import { type Command, suggest, text, UsageError } from '../command.ts';
import { describeWritten, type ImportedSpec, importIssue, writeSpec } from '../github/import-issue.ts';
import { EXIT } from '../terminal/io.ts';
import { readPresetName } from '../preset-name.ts';
import { type PackageRow, renderInitiation, renderPackages } from '../render/initiation.ts';

export const initCommand: Command = {
  run: async (values, _operands, io) => {
    const preset = readPresetName(text(values, 'preset'));
    const isQuick = values['quick'] === true;
    if (isQuick && preset !== undefined)
      throw new UsageError("Option '--quick' cannot be used with --preset: the preset has the phases");
    const path = io.env['PATH'] ?? '';
    const packages = await findPackages(io.cwd);
    const part = choosePackage(packages, text(values, 'package'));
    const found = await detectProject(io.cwd, { path, part, isRoot: packages.length > 0 });
    const isOpen = found.command === null && part === undefined && packages.length > 0;
    const parts = isOpen ? await detectPackages(io.cwd, packages, path) : [];
    const suites = await withTests(io.cwd, parts);
    if (isOpen && suites.length === 0) {
      io.complain(renderPackages(parts));
      return EXIT.no;
    }
    const facts = suites.length === 0 ? found : { ...found, suites };
    const there = CONFIG_NAMES.find((name) => existsSync(join(io.cwd, name)));
    const prints = values['print'] === true;
    if (!prints && there !== undefined && values['force'] !== true) {
      io.complain(
        `Cannot write a config: ${there} already exists. Use --force to replace it, or --print to see the new one.`,
      );
      return EXIT.no;
    }
    const named = text(values, 'issue');
    const spec = named === undefined ? null : await importIssue(named, io);
    if (spec !== null && !prints)
      io.print(`${describeWritten(spec, writeSpec(spec, io.cwd))} Read it before you start a run.`);
    const agents = await findAgents({ cwd: io.cwd, path });
    const used = withSpec(facts, spec);
    const config = renderConfig(used, agents, { preset, isQuick });
    if (prints) {
      io.print(config.trimEnd());
      return EXIT.ok;
    }
    const [name] = CONFIG_NAMES;
    const written = join(io.cwd, there ?? name);
    writeFileSync(written, config);
    io.print(
      renderInitiation(there ?? name, { config, agents, phases: readPhasesOf(config, written), spec: used.specs[0] }),
    );
    return EXIT.ok;
  },
};

/** The imported spec is the best one. */
const withSpec = (facts: ProjectFacts, spec: ImportedSpec | null): ProjectFacts =>
  spec === null
    ? facts
    : {
        ...facts,
        specs: [candidateOf(spec.path, spec.text), ...facts.specs.filter(({ path }) => path !== spec.path)],
      };

/** @throws {UsageError} for a name that is no package, or that two packages have */
const choosePackage = (
  packages: readonly WorkspacePackage[],
  given: string | undefined,
): WorkspacePackage | undefined => {
  if (given === undefined) return undefined;
  const place = given.replace(/^\.\//, '').replace(/\/$/, '');
  const found = packages.filter(({ name, folder }) => name === given || folder === place);
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first;
  if (packages.length === 0)
    throw new UsageError(`Cannot choose the package '${given}': this folder is not the root of a monorepo`);
  if (first !== undefined)
    throw new UsageError(
      `Two packages are named '${given}'. Use a folder: ${found.map(({ folder }) => folder).join(', ')}`,
    );
  const names = packages.map(({ name }) => name);
  throw new UsageError(`Unknown package '${given}'. The packages are ${names.join(', ')}${suggest(given, names)}`);
};

const detectPackages = (
  root: string,
  packages: readonly WorkspacePackage[],
  path: string,
): Promise<readonly (PackageRow & ProjectFacts)[]> =>
  Promise.all(packages.map(async (part) => ({ ...(await detectProject(root, { path, part })), ...part })));

/** A suite of a list needs a test: those of packages with a test file. */
const withTests = async (
  root: string,
  parts: readonly (PackageRow & ProjectFacts)[],
): Promise<readonly ProjectFacts[]> => {
  const found = parts.filter(({ command }) => command !== null);
  const tested = await Promise.all(found.map(({ folder }) => hasTests(join(root, folder))));
  return found.filter((_, i) => tested[i]);
};

/** Those of the config; before everything is filled in, it may name no readable ones. */
const readPhasesOf = (config: string, path: string): readonly Phase[] => {
  try {
    return parseConfig(config, { path, readFile: readPlain }).phases;
  } catch (error) {
    if (error instanceof ConfigError) return DEFAULT_PHASES;
    throw error;
  }
};
