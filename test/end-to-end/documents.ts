/**
 * Files that an honest agent writes in DOCUMENT: three documents, a decision, a C4 diagram.
 *
 * @module
 */
export const DOCUMENTS = {
  'docs/architecture.md': `# Architecture

One function takes a word from its caller and gives it back as a shout. It keeps nothing, reads no file and knows no clock.

\`\`\`mermaid
C4Context
  Person(caller, "Caller", "has a word")
  System(shout, "Shout", "makes it loud")
  Rel(caller, shout, "gives a word to")
\`\`\`
`,
  'docs/decisions/0001-one-mark.md': `# One exclamation mark

## Status

Accepted

## Context

Words come with any number of marks at their end, and callers compared shouts that differed in nothing else.

## Decision

All marks at the end are taken off, then exactly one is put there.
`,
  'docs/usage.md': `# Usage

Import the function from its module and call it with one word. The answer is a new text; the word that was given stays as it is.
`,
} as const;
