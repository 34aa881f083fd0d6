/**
 * Holds the generated part of a page of docs/reference, between `<!-- name -->` and `<!-- /name -->`. With `UPDATE=1` it is
 * written again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @returns the current page, and the expected one */
export const holdPage = (
  page: string,
  name: string,
  generated: string,
): { readonly found: string; readonly wanted: string } => {
  const path = fileURLToPath(new URL(`../../../docs/reference/${page}`, import.meta.url));
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const text = readFileSync(path, 'utf8');
  if (!text.includes(start) || !text.includes(end)) throw new Error(`${page} has no place for ${name}`);
  const wanted = `${text.slice(0, text.indexOf(start))}${start}\n\n${generated}\n\n${text.slice(text.indexOf(end))}`;
  if (process.env['UPDATE'] === '1') writeFileSync(path, wanted);
  return { found: process.env['UPDATE'] === '1' ? wanted : text, wanted };
};
