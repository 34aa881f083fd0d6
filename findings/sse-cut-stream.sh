#!/usr/bin/env bash
# parse-sse 0.1.0, fetch-event-stream 0.1.6, @microsoft/fetch-event-source 2.0.1 and eventsource-parser 3.1.1
# (npm), readers of the event streams in which models and agents answer, 2026-11-29.
#
# Guess: all four read one stream in the same way, as the standard says: an event counts at its empty line,
# one without data is none, one space behind the colon is not data, the id holds until the next.
# Behaviour: parse-sse makes an event of what is there when the stream ends, so one that was cut is whole.
# fetch-event-stream and fetch-event-source make events of a name, or a retry, alone; the first of them
# takes all the spaces away, and loses a `data` without colon. Only parse-sse keeps the id, and it
# loses events whose data are empty. "retry: 5x" is 5 for fetch-event-source.
# Seen (parse-sse / fetch-event-stream / fetch-event-source / eventsource-parser):
#   data: last, without an empty line       "last" / - / - / -
#   event: ping, without data               - / no data / "" / -
#   data:   in (three spaces)               "  in" / "in" / "  in" / "  in"
#   data: (empty)                           - / "" / "" / ""
#   id: 1 and a, then b                     1 1 / 1 - / 1 - / 1 -
#
# Why it matters: an answer that was cut is taken for one that ended, a ping for an answer without text,
# and code loses its indents. Wait for the event that ends the answer, not for the end of the stream.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --force parse-sse@0.1.0 fetch-event-stream@0.1.6 @microsoft/fetch-event-source@2.0.1 eventsource-parser@3.1.1 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >read.mjs <<'JS'
import { createRequire } from 'node:module';
import { createParser } from 'eventsource-parser';
import { events } from 'fetch-event-stream';
import { parseServerSentEvents } from 'parse-sse';
const { getBytes, getLines, getMessages } = createRequire(import.meta.url)('./node_modules/@microsoft/fetch-event-source/lib/cjs/parse.js');
const answer = (text) => new Response(text, { headers: { 'content-type': 'text/event-stream' } });
const all = async (iterable) => {
  const list = [];
  for await (const event of iterable) list.push(event);
  return list;
};
const readers = [
  async (text) => (await all(parseServerSentEvents(answer(text)))).map((event) => ({ ...event, id: event.lastEventId })),
  (text) => all(events(answer(text))),
  async (text) => {
    const list = [];
    const messages = getMessages(() => {}, () => {}, (event) => list.push(event));
    await getBytes(answer(text).body, getLines(messages));
    return list;
  },
  (text) => {
    const list = [];
    createParser({ onEvent: (event) => list.push(event) }).feed(text);
    return list;
  },
];
for (const text of ['data: last\n', 'event: ping\n\n', 'data:   in\n\n', 'data:\n\n', 'data\n\n', 'id: 1\ndata: a\n\ndata: b\n\n']) {
  const said = [];
  for (const read of readers) {
    const list = await read(text);
    said.push(list.map(({ data, id }) => `${JSON.stringify(data) ?? 'no data'}${id ? ` ${id}` : ''}`).join(' ') || '-');
  }
  console.log(said.join(' / '));
}
JS
seen=$(node read.mjs)
echo "$seen"
is 'events' "$seen" '"last" / - / - / -
- / no data / "" / -
"  in" / "in" / "  in" / "  in"
- / "" / "" / ""
- / - / "" / ""
"a" 1 "b" 1 / "a" 1 "b" / "a" 1 "b" / "a" 1 "b"'
