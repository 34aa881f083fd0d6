/** Fails unless a tag names the version of the package, and the newest entry of the CHANGELOG is that version with a day. */
import { readFileSync } from 'node:fs';

const [tag] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const [, newest, day] = /^## \[(.+)\] - (.+)$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
const wrong = [
  ...(tag === `v${version}` ? [] : [`The tag is ${tag}, and package.json has ${version}: tag it v${version}.`]),
  ...(newest === version ? [] : [`CHANGELOG.md begins with ${newest}, and package.json has ${version}: write its entry.`]),
  ...(/^\d{4}-\d\d-\d\d$/.test(day) ? [] : [`The entry of ${newest} in CHANGELOG.md has no day: it says "${day}".`]),
];
for (const each of wrong) console.error(each);
process.exitCode = wrong.length === 0 ? 0 : 1;
