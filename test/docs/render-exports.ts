/** The exports of an entry of the package, each with the first sentence of its docstring. */
import * as gates from '../../gates/index.ts';
import * as machines from '../../machines/index.ts';
import * as whole from '../../src/index.ts';
import * as inspector from '../../src/page/inspector/index.ts';
import * as restate from '../../src/queue/restate/index.ts';
import * as actors from '../../src/run/actors/index.ts';
import * as signals from '../../src/signals/index.ts';
import { docOf, findType } from './source-types.ts';

export const ENTRIES: readonly (readonly [entry: string, file: string, exported: object])[] = [
  ['dualgate', 'src/index.ts', whole],
  ['dualgate/gates', 'gates/index.ts', gates],
  ['dualgate/machines', 'machines/index.ts', machines],
  ['dualgate/actors', 'src/run/actors/index.ts', actors],
  ['dualgate/signals', 'src/signals/index.ts', signals],
  ['dualgate/inspector', 'src/page/inspector/index.ts', inspector],
  ['dualgate/restate', 'src/queue/restate/index.ts', restate],
];

export const renderExports = (file: string, exported: object): string =>
  [
    '| name | purpose |',
    '| --- | --- |',
    ...Object.keys(exported)
      .toSorted()
      .map((name) => `| \`${name}\` | ${firstSentence(docOf(findType(name, file).node)) || missing(name, file)} |`),
  ].join('\n');

const firstSentence = (doc: string): string =>
  (/^.*?[.:](?= [A-Z`]|$)/.exec(doc)?.[0] ?? doc)
    .replace(/[.:]$/, '')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .replaceAll(/ ?\(rules? [\d., andto]+\)/g, '')
    .replaceAll('|', '\\|');

const missing = (name: string, file: string): never => {
  throw new Error(`${file} exports ${name} without a docstring`);
};
