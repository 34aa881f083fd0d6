/**
 * Records what node:test tells its reporters: `NODE --test --test-reporter=.ci/record-node.mjs FILE > test/recorded/node/VERSION-WHAT.ndjson`.
 *
 * @module
 */
const HERE = process.cwd();

/** node:test asks for a default export. @param {AsyncIterable<{ type: string, data: unknown }>} events */
export default async function* record(events) {
  for await (const event of events) yield `${JSON.stringify(event).replaceAll(HERE, '/project')}\n`;
}
