import { describe, expect, test } from 'vitest';
import { readCoverage } from '../../../src/runners/report/read-coverage.ts';

const LCOV =
  'TN:\nSF:src/a.js\nDA:1,3\nDA:2,0\nDA:3,1\nLF:9\nLH:9\nend_of_record\nSF:src/b.js\nDA:1,0\nend_of_record\n';
const COBERTURA =
  '<?xml version="1.0" ?>\n<coverage version="7.0" lines-valid="40" lines-covered="37" line-rate="1">\n<packages/>\n</coverage>\n';
const SUMMARY = '{"total":{"lines":{"total":10,"covered":9,"skipped":0,"pct":100},"functions":{}},"/a.js":{}}';
const GO = 'mode: set\nm/a.go:3.20,5.2 2 1\nm/a.go:7.20,9.2 3 0\nm/a.go:3.20,5.2 2 0\n';

describe('a coverage file', () => {
  test.each([
    ['lcov.info', LCOV, { covered: 2, total: 4 }],
    ['coverage.xml', COBERTURA, { covered: 37, total: 40 }],
    ['coverage-summary.json', SUMMARY, { covered: 9, total: 10 }],
    ['cover.out', GO, { covered: 2, total: 5 }],
  ])('%s is counted by its lines, not by the percentage that it names', (path, text, found) => {
    expect(readCoverage(path, text)).toEqual(found);
  });

  test.each([
    ['runs of it that cover the same', [4, 4], [4, 4], { covered: 2, total: 4 }],
    ['files of that name in two packages', [4, 4, 0], [0, 0, 7], { covered: 3, total: 8 }],
  ])('with two records of one file counts the lower share: two %s', (_, first, second, found) => {
    const record = (name: string, hits: readonly number[]): string =>
      [`SF:${name}`, ...hits.map((count, n) => `DA:${n + 1},${count}`), 'end_of_record', ''].join('\n');
    const text = record('src/a.js', first) + record('src/b.js', [0, 0]) + record('src/a.js', second);
    expect(readCoverage('lcov.info', text)).toEqual(found);
  });

  test.each([
    ['lcov.info', ''],
    ['lcov.info', LCOV.replaceAll('end_of_record', '')],
    ['lcov.info', 'end_of_record\n'],
    ['coverage.xml', COBERTURA.replace('</coverage>', '')],
    ['coverage.xml', COBERTURA.replace('lines-valid="40"', '')],
    ['coverage.xml', COBERTURA.replace('lines-covered="37"', 'lines-covered="41"')],
    ['coverage.xml', '<html></html>'],
    ['coverage-summary.json', SUMMARY.slice(0, -1)],
    ['coverage-summary.json', '{"total":{"lines":{"total":0,"covered":0}}}'],
    ['coverage-summary.json', '{"total":{"lines":{"total":10,"covered":9.5}}}'],
    ['coverage-summary.json', '{"total":{"lines":{"total":10,"covered":-1}}}'],
    ['cover.out', 'mode: set\n'],
    ['cover.out', 'm/a.go:3.20,5.2 2 1\n'],
    ['cover.out', `${GO}and more\n`],
    ['notes.txt', LCOV],
  ])('%s that is torn, empty or does not add up is no coverage: %j', (path, text) => {
    expect(readCoverage(path, text)).toBe(null);
  });
});
