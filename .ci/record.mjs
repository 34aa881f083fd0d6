/**
 * Makes a recording of a report again: `npm run record -- TOOL…`, with the names of folders in test/recorded/reports, or none for all
 * that this machine can make. It runs the files of `recording.yaml` in a temporary folder and keeps what the tool wrote; a
 * recording is never edited by hand. Paths of this machine, its name and the name of its user become neutral ones.
 *
 * npm packages are installed as `npm` of the recording names them; all other tools have to be there.
 * MODULES=FOLDER uses the node_modules of a folder instead.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseDocument } from 'yaml';

const HOME = resolve(import.meta.dirname, '../test/recorded/reports');
const NEUTRAL = '/project';

const asked = process.argv.slice(2);
let failed = 0;
for (const name of asked.length > 0 ? asked : readdirSync(HOME)) {
  try {
    console.log(`${name}: ${record(name)}`);
  } catch (error) {
    failed += 1;
    console.log(`${name}: not recorded: ${error instanceof Error ? error.message : error}`);
  }
}
process.exitCode = failed === 0 ? 0 : 1;

function record(name) {
  const path = join(HOME, name, 'recording.yaml');
  const document = parseDocument(readFileSync(path, 'utf8'));
  const { command, report, files = {}, npm = [], version_of } = document.toJS();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'record-')));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    if (npm.length > 0) install(folder, npm);
    const env = { ...process.env, PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`, NO_COLOR: '1', FORCE_COLOR: '0' };
    const run = (words) => spawnSync('sh', ['-c', words], { cwd: folder, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, timeout: 600_000 });
    const { stdout, stderr, status } = run(command);
    const isStdout = !existsSync(join(folder, report));
    const text = isStdout ? stdout : readFileSync(join(folder, report), 'latin1');
    if (text.trim() === '') throw new Error(`it wrote no report: ${stderr.trim().split('\n').slice(-3).join(' | ')}`);
    writeFileSync(join(HOME, name, report), makeNeutral(text, folder), isStdout ? 'utf8' : 'latin1');
    // A runner that says a part of its report there.
    if (existsSync(join(folder, 'report.stderr')))
      writeFileSync(join(HOME, name, 'report.stderr'), makeNeutral(readFileSync(join(folder, 'report.stderr'), 'utf8'), folder));
    document.set('version', npm.length > 0 ? versionsIn(folder, npm) : plainVersion(run(version_of).stdout.trim()));
    document.set('recorded', `${systemName()}, ${new Date().toISOString().slice(0, 10)}`);
    document.set('exit_code', status);
    writeFileSync(path, document.toString({ lineWidth: 120 }));
    return `${status} with ${document.get('version')}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function install(folder, packages) {
  if (process.env.MODULES !== undefined) {
    symlinkSync(resolve(process.env.MODULES, 'node_modules'), join(folder, 'node_modules'));
    return;
  }
  writeFileSync(join(folder, '.npmrc'), 'ignore-scripts=true\naudit=false\nfund=false\n');
  const { status, stderr } = spawnSync('npm', ['install', '--no-save', ...packages], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim().split('\n').slice(-1)[0]);
}

/** Without the epoch and the revision of a Debian package. */
function plainVersion(text) {
  return text.replace(/^(?:v|go|\d+:)(?=\d)/, '').replace(/[-+~].*$/, '');
}

/** Of the packages without what is written behind their names. */
function versionsIn(folder, packages) {
  return packages
    .map((each) => {
      const name = each.replace(/(?<=.)@[^/]*$/, '');
      const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
      return packages.length === 1 ? version : `${name} ${version}`;
    })
    .join(', ');
}

function makeNeutral(text, folder) {
  const modules = process.env.MODULES === undefined ? [] : [resolve(process.env.MODULES)];
  const names = [[folder, NEUTRAL], ...modules.map((each) => [each, NEUTRAL]), [process.cwd(), '/dualgate']];
  const word = (each) => new RegExp(`(?<=["'])${each.replaceAll(/[^\w]/g, '\\$&')}(?=["'])`, 'g');
  return names
    .reduce((left, [from, to]) => left.replaceAll(from, to), text)
    .replaceAll(word(hostname()), 'host')
    .replaceAll(word(userInfo().username), 'user')
    .replaceAll(userInfo().homedir, '/home/user');
}

function systemName() {
  const [, name] = /^PRETTY_NAME="(.+)"$/m.exec(existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '') ?? [];
  return `${name ?? process.platform}, Node ${process.version.slice(1)}`;
}
