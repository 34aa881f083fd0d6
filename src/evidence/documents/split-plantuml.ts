/**
 * The diagrams of a file or fence of PlantUML, and what they include.
 *
 * @module
 */
import type { Diagram } from './diagram.ts';

/** Each `@start…` starts a diagram, up to the next one. A file without any is a part that others include. */
export const splitPlantuml = (source: string): readonly Diagram[] => {
  const found: { line: number; lines: string[] }[] = [];
  for (const [at, text] of source.split(/\r\n|\n|\r/).entries()) {
    if (/^\s*@start\w+/.test(text)) found.push({ line: at + 1, lines: [] });
    found.at(-1)?.lines.push(text);
  }
  return found.map(({ line, lines }) => ({ line, language: 'plantuml', source: lines.join('\n') }));
};

const LIBRARY =
  /^(?:<c4\/|https:\/\/raw\.githubusercontent\.com\/plantuml-stdlib\/C4-PlantUML\/[\w./-]+\/)(C4_\w+?)(?:\.puml)?>?$/i;

const includedBy = (text: string): string | null =>
  /^\s*!include(?:url|_once|_many)?\s+(\S+)\s*$/i.exec(text)?.[1] ?? null;

/** The library of C4-PlantUML that a line includes, such as `C4_Container`, from where it is published; else null. */
export const libraryOf = (text: string): string | null => {
  const included = includedBy(text);
  return included === null ? null : (LIBRARY.exec(included)?.[1] ?? null);
};

/** The file that a line includes; what comes with PlantUML, in angle brackets, is no file. */
export const plantumlInclude = (text: string): string | null => {
  const included = includedBy(text);
  return included === null || included.startsWith('<') || libraryOf(text) !== null ? null : included;
};

/** An included file is without its own `@startuml` and `@enduml`. */
export const unwrapPlantuml = (lines: readonly string[]): readonly string[] =>
  lines.filter((text) => !/^\s*@(?:start|end)\w+/.test(text));
