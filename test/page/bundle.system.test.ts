import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../dist/page/', import.meta.url));
const SOURCES = fileURLToPath(new URL('../../src/page/ui/', import.meta.url));
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

/** Bytes, packed: a page is mailed, and is in the package. */
const MOST = 60_000;

test('the page is one script and one style sheet, which load nothing and make no code of text', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(['page.css', 'page.js']);
  const [script, style] = [read('page.js'), read('page.css')];
  expect(script).not.toMatch(/\beval\(|new Function\(|\bimport\(|\brequire\(|document\.write|sourceMappingURL/);
  expect(style).not.toMatch(/@import|url\(/);
  const hosts = [...script.matchAll(/https?:\/\/[^/'"`\s]+/g)].map(([host]) => host);
  // Names of XML, which nobody asks for anything.
  expect([...new Set(hosts)]).toEqual(['http://www.w3.org']);
});

test('the page is small', () => {
  const packed = ['page.js', 'page.css'].map((name) => gzipSync(read(name)).length);
  expect(packed.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(MOST);
});

test('no part of the page makes markup of a text', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(15);
  const making = files.filter((name) =>
    /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|DOMParser|srcdoc/.test(
      readFileSync(join(SOURCES, name), 'utf8'),
    ),
  );
  expect(making).toEqual([]);
});
