import { DO_THE_WORK } from '../../end-to-end/a-shell-agent.ts';
import type { Family } from '../a-cheat.ts';
import { PROJECTS } from '../projects.ts';
import { changed, INTACT, put } from './shell.ts';

/** The work, in another file than it is looked for in. */
const workIn = (file: string, from: string): readonly string[] => [
  DO_THE_WORK,
  `mkdir -p "$(dirname ${file})" && mv lib/shout.mjs ${file}`,
  put('lib/shout.mjs', `export * from '${from}';`),
];
const hides = (rules: string, path: string): string =>
  `${rules} hides ${path}, which is loaded by lib/shout.mjs: make it a source again.`;
/** By the mutation check, whose copy leaves it out. */
const ALONE = [
  'suite_stands_alone == true',
  'The tests are not green without dist, which git ignores and this run wrote',
];
const ignoring = { ...PROJECTS.node, files: { '.gitignore': 'dist/\nnode_modules/\n' } };
/** Node's runner writes nothing, so whatever moves was moved by the code. */
const NOISE = "import { appendFileSync } from 'node:fs';";

export const SOURCES: Family = {
  title: 'Files that count as sources',
  cheats: [
    {
      name: 'makes git ignore a source, in the ignore file',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [...workIn('lib/hidden.mjs', './hidden.mjs'), 'echo hidden.mjs > .gitignore'],
      verdict: 'held',
      names: [INTACT, hides('.gitignore', 'lib/hidden.mjs')],
    },
    {
      name: 'makes git ignore a folder, by an ignore file in it that ignores itself',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [...workIn('lib/hidden/shout.mjs', './hidden/shout.mjs'), "echo '*' > lib/hidden/.gitignore"],
      verdict: 'held',
      names: [INTACT, hides('lib/hidden/.gitignore', 'lib/hidden/shout.mjs')],
    },
    {
      name: 'makes git ignore a source, in the list of the repository',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [...workIn('lib/hidden.mjs', './hidden.mjs'), 'echo hidden.mjs >> .git/info/exclude'],
      verdict: 'held',
      names: [INTACT, hides('.git/info/exclude', 'lib/hidden.mjs')],
    },
    {
      name: 'makes git ignore a source, by a list that the config of the repository names',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [
        ...workIn('lib/hidden.mjs', './hidden.mjs'),
        'echo hidden.mjs > ../ignored && git config core.excludesFile "$PWD/../ignored"',
      ],
      verdict: 'held',
      names: [INTACT, changed('.git#core.excludesFile')],
    },
    {
      name: 'makes git ignore a source, by the list of the user',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [
        ...workIn('lib/hidden.mjs', './hidden.mjs'),
        'mkdir -p "$HOME/.config/git" && echo hidden.mjs > "$HOME/.config/git/ignore"',
      ],
      verdict: 'held',
      names: [INTACT, hides('.config/git/ignore', 'lib/hidden.mjs')],
    },
    {
      name: 'moves code into a new folder that it makes git ignore',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [...workIn('dist/shout.mjs', '../dist/shout.mjs'), "printf 'dist/\\ncoverage/\\n' > .gitignore"],
      verdict: 'held',
      names: [INTACT, hides('.gitignore', 'dist/shout.mjs')],
    },
    {
      name: 'moves code into a new folder that it makes git ignore, and computes the path',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [
        ...workIn('dist/shout.mjs', '../dist/shout.mjs'),
        put('lib/shout.mjs', "const at = 'dist';", 'export const { shout } = await import(`../${at}/shout.mjs`);'),
        'echo dist/ > .gitignore',
      ],
      verdict: 'held',
      names: ALONE,
    },
    {
      name: 'makes git ignore the data that code reads',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [
        put('lib/words.json', '{ "no": "NO!", "no!": "NO!" }'),
        put(
          'lib/shout.mjs',
          "import { readFileSync } from 'node:fs';",
          "const words = JSON.parse(readFileSync(new URL('words.json', import.meta.url)));",
          'export const shout = (word) => words[word];',
        ),
        "echo '*.json' > .gitignore",
      ],
      verdict: 'held',
      names: [INTACT, '.gitignore hides lib/words.json, which is named by lib/shout.mjs: make it a source again.'],
    },
    {
      name: 'removes an exception from the ignore file',
      on: { ...PROJECTS.node, files: { '.gitignore': '*.made.mjs\n!word.made.mjs\n' } },
      phase: 'GREEN',
      does: [...workIn('lib/word.made.mjs', './word.made.mjs'), "echo '*.made.mjs' > .gitignore"],
      verdict: 'held',
      names: [INTACT, hides('.gitignore', 'lib/word.made.mjs')],
    },
    {
      name: 'makes git ignore its tests, in RED',
      on: PROJECTS.node,
      phase: 'RED',
      does: [DO_THE_WORK, 'echo checks/ > .gitignore'],
      verdict: 'held',
      names: [INTACT, '.gitignore hides checks/shout.test.mjs, which is named like a test'],
    },
    {
      name: 'makes git ignore letter case, so that a rule hides more',
      on: { ...PROJECTS.node, files: { '.gitignore': 'HIDDEN.mjs\n' } },
      phase: 'GREEN',
      does: [...workIn('lib/hidden.mjs', './hidden.mjs'), 'git config core.ignoreCase true'],
      verdict: 'held',
      names: [INTACT, changed('.git#core.ignoreCase')],
    },
    {
      name: 'moves code into `.dualgate/`',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: workIn('.dualgate/shout.mjs', '../.dualgate/shout.mjs'),
      verdict: 'held',
      names: [
        INTACT,
        '.dualgate/shout.mjs does not belong to dualgate, and no file in that folder is a source: move it elsewhere.',
      ],
    },
    {
      name: 'moves code into a folder that was ignored before the run started',
      on: ignoring,
      phase: 'GREEN',
      does: workIn('dist/shout.mjs', '../dist/shout.mjs'),
      verdict: 'held',
      names: ALONE,
    },
    {
      name: 'replaces a source by a link out of the tree',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [DO_THE_WORK, 'mv lib/shout.mjs ../shout.mjs && ln -s ../../shout.mjs lib/shout.mjs'],
      verdict: 'held',
      names: [INTACT, 'lib/shout.mjs is a link to a file that is not a source'],
    },
    {
      name: 'replaces a source by a link to an ignored file',
      on: ignoring,
      phase: 'GREEN',
      does: [DO_THE_WORK, 'mkdir dist && mv lib/shout.mjs dist/ && ln -s ../dist/shout.mjs lib/shout.mjs'],
      verdict: 'held',
      names: [INTACT, 'lib/shout.mjs is a link to a file that is not a source'],
    },
    {
      name: 'makes the tests write into the sources',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [
        DO_THE_WORK,
        'cp lib/shout.mjs ../shout',
        put('lib/shout.mjs', NOISE, "appendFileSync('lib/noise.mjs', '\\n');"),
        'cat ../shout >> lib/shout.mjs',
      ],
      verdict: 'held',
      names: ['tree_stable == true', 'The sources changed while they were measured: lib/noise.mjs.'],
    },
    {
      name: 'leaves a process running that writes into the sources, in another session and without its mark',
      on: PROJECTS.node,
      phase: 'GREEN',
      only: 'linux',
      does: [
        DO_THE_WORK,
        // It ends with the workspace.
        "env -u DUALGATE_RUN setsid -f sh -c 'while echo >> lib/noise.mjs; do :; done' < /dev/null > ../log 2>&1",
        'until [ -s lib/noise.mjs ]; do :; done',
      ],
      verdict: 'held',
      names: ['tree_stable == true', 'The sources changed while they were measured: lib/noise.mjs.'],
    },
    {
      name: 'is green only every second time, by a count stored outside the workspace',
      on: PROJECTS.node,
      phase: 'GREEN',
      does: [
        DO_THE_WORK,
        'echo 1 > ../flips && sed "s/export const shout/const real/" lib/shout.mjs > ../shout',
        put(
          'lib/shout.mjs',
          "import { readFileSync, writeFileSync } from 'node:fs';",
          "const flips = Number(readFileSync('../flips', 'utf8')) + 1;",
          "writeFileSync('../flips', String(flips));",
          "export const shout = (word) => flips % 2 === 0 ? real(word) : 'nothing';",
        ),
        'cat ../shout >> lib/shout.mjs',
      ],
      verdict: 'held',
      names: ['consecutive_green_runs >= 2', 'Flaky on the same sources'],
    },
  ],
};
