/**
 * Replays the changes of a repository: the tests of a commit are the work of RED, the rest of it the work of GREEN, and
 * the agent is honest. Default settings; each phase has one iteration. Prints a line of JSON for each change.
 *
 *   npm run build:js
 *   node .ci/replay-history.mjs REPOSITORY --command 'python3 -m pytest' --tests '^tests/' --sources '\.py$' [--runner tap --files 'test/*.js'] [--install FOLDER] [--at-most 20] [--from 0]
 *
 * A change is taken if it touches tests and at most 5 other files, of which one is a source, and at most 200 lines.
 * `--install` is a folder whose `node_modules` are linked. Where RED is held over an earlier test that the commit edits, the
 * agent names it in its next turn, as dualgate asks (docs/how-to/changing-what-exists.md). A change whose RED is held after
 * that is no honest exit of RED: its tests need a stub that the commit does not have, or pass before the change. Its reasons
 * are printed.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, appendFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createRun, parseConfig } from '../dist/index.js';
import { renderUnmet } from '../dist/gates.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    command: { type: 'string' },
    runner: { type: 'string' },
    tests: { type: 'string' },
    sources: { type: 'string' },
    files: { type: 'string' },
    install: { type: 'string' },
    'at-most': { type: 'string', default: '20' },
    from: { type: 'string', default: '0' },
  },
});
const repository = resolve(positionals[0]);
const isTest = (path) => new RegExp(values.tests, 'u').test(path);
const isSource = (path) => new RegExp(values.sources, 'u').test(path) && !isTest(path);

const git = (folder, ...args) =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });

/** @returns the paths of a change; none if it cannot be replayed */
const filesOf = (commit) => {
  const lines = git(repository, 'diff-tree', '-r', '--no-commit-id', '--numstat', '--no-renames', commit).trim().split('\n');
  const files = lines.map((line) => line.split('\t')).map(([more, less, path]) => ({ path, lines: Number(more) + Number(less), more: Number(more) }));
  const others = files.filter(({ path }) => !isTest(path));
  const fits =
    files.some(({ path, more }) => isTest(path) && more > 0) &&
    others.some(({ path }) => isSource(path)) &&
    others.length <= 5 &&
    others.reduce((sum, { lines }) => sum + lines, 0) <= 200;
  return fits ? files.map(({ path }) => path) : [];
};

const textAt = (commit, path) => {
  try {
    return execFileSync('git', ['show', `${commit}:${path}`], { cwd: repository, maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
};

const write = (path, text) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const AGENT = `#!/bin/sh
cat > /dev/null
sh "$(dirname "$0")/$DUALGATE_PHASE.sh"
[ "$DUALGATE_PHASE" = RED ] && cat "$(dirname "$0")/names"
printf '%s\\n' ---PRP_PHASE_STATUS--- "PHASE: $DUALGATE_PHASE" "ITERATION: $DUALGATE_ITERATION" "NONCE: $DUALGATE_NONCE" 'STATUS: COMPLETE' 'REFACTORING_COMPLETE: true' 'EXIT_SIGNAL: true' ---END_PRP_PHASE_STATUS---
`;

const replay = async (commit, subject, paths, at) => {
  const home = mkdtempSync(join(tmpdir(), 'replayed-'));
  const workspace = join(home, 'work');
  git(tmpdir(), 'clone', '--quiet', '--shared', repository, workspace);
  git(workspace, 'checkout', '--quiet', '-b', 'replayed', `${commit}^`);
  const agent = join(home, 'agent');
  for (const phase of ['RED', 'GREEN']) {
    let script = '';
    for (const path of paths.filter((each) => isTest(each) === (phase === 'RED'))) {
      const text = textAt(commit, path);
      if (text === undefined) script += `rm -f '${path}'\n`;
      else {
        write(join(agent, phase, path), text);
        script += `mkdir -p '${dirname(path)}'; cat "$(dirname "$0")/${phase}/${path}" > '${path}'\n`;
      }
    }
    write(join(agent, `${phase}.sh`), `${script}:\n`);
  }
  const names = join(agent, 'names');
  write(names, '');
  write(join(agent, 'agent.sh'), AGENT);
  chmodSync(join(agent, 'agent.sh'), 0o755);
  if (values.install) {
    symlinkSync(join(values.install, 'node_modules'), join(workspace, 'node_modules'));
    appendFileSync(join(workspace, '.gitignore'), '\nnode_modules\n');
  }
  const config = {
    work: { spec: 'change.md' },
    // The id is for changed tests; no test of a commit has it in its name.
    criteria_ids: 'ignore',
    agent: { command: [join(agent, 'agent.sh')] },
    tests: { command: values.command, ...(values.runner ? { runner: values.runner } : {}), timeout: '300s', ...(values.files ? { files: [values.files] } : {}) },
    phases: JSON.parse(JSON.stringify(PHASES)),
  };
  write(join(workspace, 'change.md'), `# The change\n\n- [ ] AC-1: ${subject}\n`);
  write(join(workspace, 'dualgate.yaml'), JSON.stringify(config));
  git(workspace, 'add', '--all');
  git(workspace, 'commit', '--quiet', '--message', 'Ready');
  process.env.XDG_STATE_HOME = join(home, 'state');
  const iterations = [];
  let why;
  let ended;
  try {
    const run = createRun({
      config: parseConfig(JSON.stringify(config), { path: join(workspace, 'dualgate.yaml'), readFile: (path) => readFileSync(path, 'utf8') }),
      onEvent: (event) => {
        if (event.type === 'iteration.decided') {
          const { can_exit, gate_1, gate_2 } = event.decision;
          iterations.push({ phase: event.phase, exits: can_exit, unmet: [...gate_1.unmet, ...gate_2.unmet].map(renderUnmet), findings: [], values: Object.fromEntries(Object.entries(gate_1.values).filter(([name]) => /mutants|counter|criteria/u.test(name))) });
        }
        if (event.type === 'phase.held') {
          const { findings } = Object.assign(iterations.at(-1), { findings: event.findings.map((finding) => finding.text ?? JSON.stringify(finding)) });
          if (event.phase === 'RED' && !nameChanged(names, findings)) run.interrupt();
        }
        if (event.type === 'run.ended') why = event.why;
      },
    });
    ended = (await run.ended).status;
  } catch (error) {
    ended = `broken: ${String(error.message ?? error).slice(0, 400)}`;
  }
  console.log(JSON.stringify({ at, commit: commit.slice(0, 9), subject, paths, ended, why, iterations }));
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
};

/** @returns whether there are tests to name that were not named yet */
const nameChanged = (names, findings) => {
  const known = readFileSync(names, 'utf8');
  const offered = findings.flatMap((text) => /add a line to your message: (CHANGES: .*, because) ID/u.exec(text)?.[1] ?? []);
  const fresh = offered.map((line) => `${line} AC-1\n`).filter((line) => !known.includes(line));
  appendFileSync(names, fresh.join(''));
  return fresh.length > 0;
};

const limited = (phase) => ({ limits: { max_iterations: phase === 'RED' ? 5 : 1 } });
const PHASES = (await import('../dist/gates.js')).DEFAULT_PHASES.filter(({ phase }) => phase === 'RED' || phase === 'GREEN').map((each) => ({ ...each, ...limited(each.phase) }));

const commits = git(repository, 'log', '--no-merges', '--format=%H%x09%s')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'));
let left = Number(values['at-most']);
for (const [at, [commit, subject]] of commits.entries()) {
  if (at < Number(values.from)) continue;
  if (left === 0) break;
  const paths = filesOf(commit);
  if (paths.length === 0) continue;
  left--;
  await replay(commit, subject, paths, at);
}
