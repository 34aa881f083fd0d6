/** Phrases as parts of sentences. */

/** A phrase as the beginning of a sentence. */
export const beginSentence = (phrase: string): string => `${phrase.slice(0, 1).toUpperCase()}${phrase.slice(1)}`;

/** The reason beside the word of a status, without that word: `by SIGINT`. */
export const sayWhyBeside = (status: string, why: string): string =>
  `${why.toLowerCase()} `.startsWith(`${status} `) ? why.slice(status.length).trimStart() : why;

/** Every gap between words is one blank. */
export const oneBlank = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
