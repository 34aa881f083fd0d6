/**
 * How code looks through all variables of the environment for one that a runner sets, as regular expressions.
 *
 * @module
 */

const TEXT = '["\'/`][^"\'/`\\n]*';

/** @param words - a part of the name of such a variable, as a regular expression */
export const looksForVariable = (words: string): string =>
  String.raw`\b(?:Object\s*\.\s*(?:keys|entries|values)\s*\(|in)\s*process\s*\.\s*env\s*\)[^;]{0,200}?${TEXT}(?:${words})`;

export const looksForVariableInPython = (words: string): readonly string[] => [
  String.raw`\bin\s+os\s*\.\s*environ\b[^\n]{0,200}?["'](?:${words})`,
  String.raw`["'](?:${words})[^\n]{0,80}?\bin\s+os\s*\.\s*environ\b`,
];
