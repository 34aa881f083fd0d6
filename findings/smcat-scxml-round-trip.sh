#!/usr/bin/env bash
# state-machine-cat 15.0.8 (npm; 2026), reading SCXML and writing SCXML, under Node 26.10.0, 2026-11-29.
#
# Guess: a state machine that is read and written in the same format is the same machine, or what cannot
# be kept is an error.
# Behaviour: a guard is escaped once more each time, so it is another condition, or none. A transition
# without a target, which stays where it is, gets its own state as the target, and so leaves and enters
# it. One with two targets, one for each region of a parallel state, becomes two, of which the second is
# never taken. The default of a history is gone, and actions are text. Nothing is said of it.
# Seen (in / out):
#   cond="x &lt; 1"                            cond="x &amp;lt; 1"
#   <transition event="tick"><log/>            target is the state itself
#   <transition event="both" target="p1 p2"/>  one to p1 and one to p2
#   <history><transition target="a"/>          no transition
#   <onentry><log label="in"/>                 <onentry>&lt;log label=&quot;in&quot;/&gt;
#
# Why it matters: it is a bridge between diagrams and machines. What it writes restarts the timers of a
# state with each tick, and its guards fail. Take it for pictures, and keep the source of the machine.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --force state-machine-cat@15.0.8 node@26.10.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS NODE_OPTIONS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >machine.scxml <<'XML'
<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="a">
  <state id="a">
    <onentry><log label="in"/></onentry>
    <transition event="go" cond="x &lt; 1" target="b"/>
    <transition event="tick"><log label="tick"/></transition>
    <transition event="both" target="p1 p2"/>
  </state>
  <state id="b"><history id="h"><transition target="b1"/></history><state id="b1"/></state>
  <parallel id="p"><state id="p1"/><state id="p2"/></parallel>
</scxml>
XML
cat >again.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { render } from 'state-machine-cat';
const said = await render(readFileSync('machine.scxml', 'utf8'), { inputType: 'scxml', outputType: 'scxml' });
console.log(said.replace(/\n\s*/g, '\n').match(/<(?:onentry|transition|history|\/history).*/g).join('\n'));
JS
seen=$(node_modules/.bin/node again.mjs)
echo "$seen"
is 'the machine' "$seen" '<onentry>&lt;log label=&quot;in&quot;/&gt;</onentry>
<transition event="go" cond="x &amp;lt; 1" target="b"/>
<transition event="tick" target="a">
<transition event="both" target="p1"/>
<transition event="both" target="p2"/>
<history id="h">
</history>'
