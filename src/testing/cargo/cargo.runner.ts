/**
 * cargo test: the events of libtest as JSON, which it prints on a stable toolchain too when RUSTC_BOOTSTRAP is set. Set to
 * the name of a crate that does not exist, it opens unstable features to no crate of the user's.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../command/find-program.ts';
import { insertArguments } from '../command/insert-arguments.ts';
import { placeInHome } from '../place-in-home.ts';
import { readCargo } from './read-cargo.ts';
import { readRustTests } from './rust-tests.ts';
import type { Runner } from '../runner.ts';
import { withoutTables } from '../without-tables.ts';
import { readText } from '../../files/open-plain.ts';

const OF_LIBTEST = ['-Z', 'unstable-options', '--format', 'json'];
const isDashes = (word: string): boolean => word === '--';

const DEPENDENCIES = /^\[(?:workspace\.)?(?:dev-|build-)?dependencies(?:\.[\w-]+)?\]$/;
/** For the crates that only tests use: lines that name the crate, and not its version. */
const isSwap = (header: string, line: string): boolean =>
  /^\[(?:workspace\.)?dev-dependencies\b/.test(header) && /\b(?:path|git|package|registry(?:-index)?)\s*=/.test(line);

/** With a package at its root, cargo tests only that package without being told so. */
const isWorkspace = (folder: string): boolean => /^\s*\[workspace\]/m.test(readText(join(folder, 'Cargo.toml')) ?? '');

/** Lines of a manifest that neither name a file nor configure a build. */
const PLAIN =
  /^(?:#.*|\[(?:package|lib)\]|(?:name|version|edition|rust-version|description|license|publish)\s*=\s*(?:"[^"\\]*"|true|false))?$/;

export const cargoRunner: Runner = {
  report: 'stdout',
  read: readCargo,
  isFoundIn: ({ program, words }) => {
    const verb = words.find((word) => !word.startsWith('+')) ?? '';
    return program === 'cargo' && (verb === 'test' || verb === 't');
  },
  detect: {
    isInScript: ([program, verb]) => program === 'cargo' && verb === 'test',
    fromScript: (words) => words,
    language: 'rust',
    isIn: async (folder) => existsSync(join(folder, 'Cargo.toml')),
    command: (folder) => ['cargo', 'test', ...(isWorkspace(folder) ? ['--workspace'] : [])],
  },
  frozen: {
    atRoot: 'build.rs rust-toolchain rust-toolchain.toml .cargo/config .cargo/config.toml .config/nextest.toml'.split(
      ' ',
    ),
    parts: { 'Cargo.toml': (text) => withoutTables(text, DEPENDENCIES, isSwap) },
    setUp: { 'Cargo.toml#tests': (text) => text.split('\n').every((line) => PLAIN.test(line.trim())) },
    above: '.cargo/config .cargo/config.toml Cargo.toml#tests rust-toolchain rust-toolchain.toml'.split(' '),
    inHome: () => ['config', 'config.toml'].map((name) => join(placeInHome('CARGO_HOME', '.cargo'), name)),
    variables: ['CARGO_\\w+', 'RUST\\w*'],
  },
  tests: {
    files: ['**/{test,tests}.rs'],
    inside: { ending: String.raw`\.rs`, isEverywhere: true, read: readRustTests },
    asked: {
      rust: [
        String.raw`\bcfg!\s*\(\s*(?:not\s*\(\s*)?test\b`,
        String.raw`#\s*!?\[\s*cfg(?:_attr)?\s*\(\s*not\s*\(\s*test\b`,
        String.raw`\b(?:current_exe|args(?:_os)?)\s*\(\s*\)[\s\S]{0,300}?"[^"\n]*(?:deps|test)`,
        String.raw`\bcurrent\s*\(\s*\)\s*\.\s*name\s*\(\s*\)[\s\S]{0,200}?"[^"\n]*(?:main|test|ac_)`,
      ],
    },
  },
  toolchain: ['.cargo/bin', '.cargo/config.toml', '.cargo/git', '.cargo/registry', '.rustup'],
  // Events of libtest.
  noise: [String.raw`\{ ?"\w+":`],
  prepare: (command, workspace, _nodeOptions, env = {}) => {
    const found = findProgram(command, workspace);
    const words = 'words' in found ? found.words : command;
    // Without it the programs after the first that fails do not run, and their tests would be missed.
    const ofCargo = words.includes('--no-fail-fast') ? [] : ['--no-fail-fast'];
    return {
      command: [
        ...insertArguments(command, ofCargo, { folder: workspace, isBarrier: isDashes }),
        ...(words.includes('--') ? [] : ['--']),
        ...OF_LIBTEST,
      ],
      env: { RUSTC_BOOTSTRAP: env['RUSTC_BOOTSTRAP'] ?? 'dualgate_reads_tests' },
    };
  },
};
