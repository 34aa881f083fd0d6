/**
 * What the names of keys say of their values: asked of a few names, very often.
 *
 * @module
 */
import type { RedactText } from './redact-text.ts';
import { SECRET_NAME } from './secrets-of.ts';

export interface NameFacts {
  /** As it may be seen: somebody's keys may be secrets. */
  readonly shown: string;
  readonly isSecret: boolean;
  readonly isPrompt: boolean;
  /** Of its values nothing is shown but their names. */
  readonly isEnvironment: boolean;
}

const MAX_KNOWN = 5_000;
const MAX_NAME = 200;

export const createNames = (redactText: RedactText): ((name: string) => NameFacts) => {
  const known = new Map<string, NameFacts>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const facts: NameFacts = {
      shown: redactText(name, MAX_NAME),
      isSecret: SECRET_NAME.test(name),
      isPrompt: /prompt/i.test(name),
      isEnvironment: /^env(?:ironment)?$/i.test(name),
    };
    if (known.size >= MAX_KNOWN) known.clear();
    // A name of a few thousand letters is nobody's key twice.
    if (name.length <= MAX_NAME) known.set(name, facts);
    return facts;
  };
};
