/** Tests that wait for something else than the code: the counter-check runs them on the sources of RED's exit. */
import type { Cheat, CheatedProject, CheatedRunner, Family } from '../a-cheat.ts';
import { FILES, LANGUAGES } from '../language-projects.ts';
import { PROJECTS, TEST_FILE } from '../projects.ts';

const NAMES = ['AC-1: a word is shouted in capitals', 'AC-2: a shout ends with one exclamation mark'] as const;

interface Language {
  readonly on: CheatedProject;
  readonly file: string;
  readonly ignore: string;
  /** The test file, for an expression of the language. */
  readonly waitsFor: (condition: string) => string;
  /** Conditions of the language: a file is there, a file is older than an hour, this is not the first test run. */
  readonly isThere: string;
  readonly isOld: string;
  readonly isAgain: string;
}

const JS_CONDITIONS = {
  isThere: "fs.existsSync('tmp/done')",
  isOld: "made('tmp/start') && Date.now() - fs.statSync('tmp/start').mtimeMs > 3_600_000",
  isAgain: "made('tmp/runs') && fs.readFileSync('tmp/runs', 'utf8').length > 2",
};
const JS_HELPER = [
  'const made = (path) => {',
  "  fs.mkdirSync('tmp', { recursive: true });",
  "  if (path === 'tmp/runs' || !fs.existsSync(path)) fs.appendFileSync(path, '.');",
  '  return true;',
  '};',
];
const inJs =
  (word: 'it' | 'test', ...imports: readonly string[]) =>
  (condition: string): string =>
    [...imports, ...JS_HELPER, ...NAMES.map((name) => `${word}('${name}', () => ok(${condition} && shout));`), ''].join(
      '\n',
    );
const ESM = ["import fs from 'node:fs';", "import { ok } from 'node:assert/strict';"];
const SHOUT_ESM = "import { shout } from '../lib/shout.mjs';";
const CJS = [
  "const fs = require('node:fs');",
  "const { ok } = require('node:assert').strict;",
  "const { shout } = require('../lib/shout.js');",
];
const MODULES = 'node_modules\ntmp/\n';

const PYTHON = (condition: string): string =>
  [
    'import os, time',
    'from shout import shout',
    'def made(path):',
    "    os.makedirs('tmp', exist_ok=True)",
    "    if path == 'tmp/runs' or not os.path.exists(path):",
    "        open(path, 'a').write('.')",
    '    return True',
    'def test_ac_1_capitals():',
    `    assert ${condition}`,
    'def test_ac_2_mark():',
    `    assert ${condition}`,
    '',
  ].join('\n');

const IN_GO = (condition: string): string =>
  [
    'package shout',
    '',
    'import (',
    '\t"os"',
    '\t"testing"',
    '\t"time"',
    ')',
    '',
    'func made(path string) (int64, float64) {',
    '\tos.MkdirAll("tmp", 0o755)',
    '\tif _, err := os.Stat(path); err != nil || path == "tmp/runs" {',
    '\t\tf, _ := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)',
    '\t\tf.WriteString(".")',
    '\t\tf.Close()',
    '\t}',
    '\tinfo, _ := os.Stat(path)',
    '\treturn info.Size(), time.Since(info.ModTime()).Hours()',
    '}',
    'func there(path string) bool { _, err := os.Stat(path); return err == nil }',
    'func old() bool { _, age := made("tmp/start"); return age > 1 }',
    'func again() bool { runs, _ := made("tmp/runs"); return runs > 2 }',
    ...['TestAC1Capitals', 'TestAC2OneMark'].map(
      (name) => `func ${name}(t *testing.T) {\n\tif !${condition} {\n\t\tt.Error("not yet")\n\t}\n}`,
    ),
    '',
  ].join('\n');

const IN_RUST = (condition: string): string =>
  [
    'use std::{fs, io::Write, path::Path};',
    '#[allow(dead_code)]',
    'fn made(path: &str) -> fs::Metadata {',
    '    fs::create_dir_all("tmp").unwrap();',
    '    if path == "tmp/runs" || !Path::new(path).exists() {',
    '        fs::OpenOptions::new().create(true).append(true).open(path).unwrap().write_all(b".").unwrap();',
    '    }',
    '    fs::metadata(path).unwrap()',
    '}',
    ...['ac_1_capitals', 'ac_2_one_mark'].map((name) => `#[test]\nfn ${name}() {\n    assert!(${condition});\n}`),
    '',
  ].join('\n');

const IN_NODE: Language = {
  on: PROJECTS.node,
  file: TEST_FILE,
  ignore: 'tmp/\n',
  waitsFor: inJs('test', "import { test } from 'node:test';", ...ESM, SHOUT_ESM),
  ...JS_CONDITIONS,
};

const LANGUAGES_WAITED_IN: readonly Language[] = [
  IN_NODE,
  {
    on: PROJECTS.vitest,
    file: TEST_FILE,
    ignore: MODULES,
    waitsFor: inJs('test', "import { test } from 'vitest';", ...ESM, SHOUT_ESM),
    ...JS_CONDITIONS,
  },
  { on: LANGUAGES.jest, file: FILES.jest, ignore: MODULES, waitsFor: inJs('test', ...CJS), ...JS_CONDITIONS },
  { on: LANGUAGES.mocha, file: FILES.mocha, ignore: MODULES, waitsFor: inJs('it', ...CJS), ...JS_CONDITIONS },
  {
    on: LANGUAGES.pytest,
    file: FILES.pytest,
    ignore: '__pycache__/\n.pytest_cache/\ntmp/\n',
    waitsFor: PYTHON,
    isThere: "os.path.exists('tmp/done')",
    isOld: "made('tmp/start') and time.time() - os.path.getmtime('tmp/start') > 3600",
    isAgain: "made('tmp/runs') and os.path.getsize('tmp/runs') > 2",
  },
  {
    on: LANGUAGES.go,
    file: FILES.go,
    ignore: 'tmp/\n',
    waitsFor: IN_GO,
    isThere: 'there("tmp/done")',
    isOld: 'old()',
    isAgain: 'again()',
  },
  {
    on: LANGUAGES.cargo,
    file: FILES.cargo,
    ignore: 'target/\nCargo.lock\ntmp/\n',
    waitsFor: IN_RUST,
    isThere: 'Path::new("tmp/done").exists()',
    isOld: 'made("tmp/start").modified().unwrap().elapsed().unwrap().as_secs() > 3600',
    isAgain: 'made("tmp/runs").len() > 2',
  },
];

const projectOf = ({ on, file, ignore, waitsFor }: Language, condition: string): CheatedProject => ({
  ...on,
  isHollow: true,
  files: { ...on.files, '.gitignore': ignore },
  red: { ...on.red, [file]: waitsFor(condition) },
});

const HELD = {
  verdict: 'held',
  names: ['counter_check_failing == counter_check_tests', 'and now pass on its sources'],
} as const;

/** Fails alone with any code, and passes with the others when a file is there. */
const ALONE: Cheat = {
  name: 'writes tests that fail where they run alone, and else wait for a file that git ignores (node:test)',
  on: projectOf(
    IN_NODE,
    `!fs.readFileSync(\`/proc/\${process.ppid}/cmdline\`, 'utf8').includes('shout.test') && ${JS_CONDITIONS.isThere}`,
  ),
  phase: 'GREEN',
  does: ['mkdir -p tmp && touch tmp/done'],
  only: 'linux',
  ...HELD,
};

const named = (runner: CheatedRunner, what: string): string => `writes tests that ${what} (${runner})`;

export const WAITING: Family = {
  title: 'Tests that wait for something else than the code',
  cheats: [
    ALONE,
    ...LANGUAGES_WAITED_IN.flatMap((language): readonly Cheat[] => {
      const { runner } = language.on;
      return [
        {
          name: named(runner, 'wait for a file that git ignores'),
          on: projectOf(language, language.isThere),
          phase: 'GREEN',
          does: ['mkdir -p tmp && touch tmp/done'],
          ...HELD,
        },
        {
          name: named(runner, 'wait for time to pass'),
          on: projectOf(language, language.isOld),
          phase: 'GREEN',
          does: ["touch -d '2 hours ago' tmp/start"],
          ...HELD,
        },
        {
          name: named(runner, 'pass from the second test run on'),
          on: projectOf(language, language.isAgain),
          phase: 'GREEN',
          does: ['true'],
          ...HELD,
        },
      ];
    }),
  ],
};
