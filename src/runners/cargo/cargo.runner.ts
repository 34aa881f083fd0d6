/**
 * cargo test: the events of libtest as JSON, which it prints on a stable toolchain too when RUSTC_BOOTSTRAP is set. Set
 * to the name of a crate that does not exist, it opens unstable features to no crate of the user's.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { wordsOf, insertArguments } from '../command/find-program.ts';
import { placeInHome } from '../runner-places.ts';
import { readCargo } from './read-cargo.ts';
import type { Runner } from '../runner.ts';
import { withoutTables } from '../settings-text.ts';
import { readText } from '../../base/files/open-plain.ts';

/** Text that hides brackets: comments, strings, characters (and no lifetimes). Only comments of one depth. */
export const HIDDEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:[^"\\]|\\[\s\S])*"|b?'(?:[^'\\\n]|\\(?:u\{[^}]*\}|x..|.))'/g;
const TEST_ATTRIBUTE = /#\s*!?\s*\[\s*(?:cfg\s*\([^\]]*\btest\b[^\]]*\)|(?:\w+\s*::\s*)*\w*test\w*\b[^\]]*)\s*\]/g;

/** Their text, in order, with the attributes in front of them; `''` where there are none. */
const readRustTests = (text: string): string => {
  // Blanks in the place of what is hidden keep every position.
  const bare = text.replace(HIDDEN, (hidden) => hidden.replaceAll(/[^\n]/g, ' '));
  const parts: string[] = [];
  let end = 0;
  for (const { index, 0: attribute } of bare.matchAll(TEST_ATTRIBUTE)) {
    if (index < end || /\bnot\s*\(\s*test\b/.test(attribute)) continue;
    // `#![cfg(test)]` is about everything that follows.
    end = attribute.startsWith('#!') ? bare.length : findEnd(bare, index);
    parts.push(text.slice(startOfAttributes(bare, index), end));
  }
  return parts.join('\n');
};

/** Attributes may be in any order: `#[ignore] #[test]`. */
const startOfAttributes = (bare: string, index: number): number =>
  /(?:#\s*\[[^\]]*\]\s*)+$/.exec(bare.slice(0, index))?.index ?? index;

/** Behind the first block that closes, or the first `;` outside of any bracket. */
const findEnd = (bare: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < bare.length; at += 1) {
    const char = bare.charAt(at);
    if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    if (depth <= 0 && (char === '}' || char === ';')) return at + 1;
  }
  return bare.length;
};

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
    const words = wordsOf(command, workspace);
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
