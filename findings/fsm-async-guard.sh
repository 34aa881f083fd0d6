#!/usr/bin/env bash
# javascript-state-machine 3.1.0, robot3 1.4.0, finity 0.5.4, @xstate/fsm 2.1.0, xstate 5.33.3 and machina 7.0.1
# (npm), a guard that is asked and does not answer at once, 2026-11-30.
#
# Guess: an async guard that resolves to false keeps the machine where it is, at least in the libraries whose
# hooks may return promises, or it is an error.
# Behaviour: five of six move on. javascript-state-machine waits for the promise of onBefore…, and then takes
# every answer but a rejection for yes: false cancels, a promise of false does not. Its undefined is a yes,
# where the other five have a no. machina drops the promise and stays. No one warns.
# Seen (state after "go" from a; guard false / a promise of false / nothing returned):
#   javascript-state-machine  a b b     robot3  a b a     finity  a b a
#   @xstate/fsm               a b a     xstate  a b a     machina a a a
#
# Why it matters: a guard becomes async when its check moves to a file or a server, and from then on the gate is
# open without an error. Let guards be pure functions of the event, and compare with === true.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --legacy-peer-deps javascript-state-machine@3.1.0 robot3@1.4.0 finity@0.5.4 @xstate/fsm@2.1.0 xstate@5.33.3 machina@7.0.1 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >guards.mjs <<'JS'
import * as tiny from '@xstate/fsm';
import Finity from 'finity';
import StateMachine from 'javascript-state-machine';
import { createFsm } from 'machina';
import * as robot from 'robot3';
import { createActor, setup } from 'xstate';
const libraries = {
  'javascript-state-machine': async (guard) => {
    const machine = new StateMachine({ init: 'a', transitions: [{ name: 'go', from: 'a', to: 'b' }], methods: { onBeforeGo: guard } });
    await machine.go();
    return machine.state;
  },
  robot3: (guard) => {
    const { state, transition, guard: asGuard } = robot;
    const service = robot.interpret(robot.createMachine({ a: state(transition('go', 'b', asGuard(guard))), b: state() }), () => {});
    service.send('go');
    return service.machine.current;
  },
  finity: async (guard) => {
    const machine = await Finity.configure().global().onUnhandledEvent(() => {})
      .initialState('a').on('go').transitionTo('b').withCondition(guard).state('b').start();
    await machine.handle('go');
    return machine.getCurrentState();
  },
  '@xstate/fsm': (guard) => {
    const service = tiny.interpret(tiny.createMachine({ initial: 'a', states: { a: { on: { go: { cond: guard, target: 'b' } } }, b: {} } })).start();
    service.send('go');
    return service.state.value;
  },
  xstate: (guard) => {
    const actor = createActor(setup({ guards: { guard } }).createMachine({ initial: 'a', states: { a: { on: { go: { guard: 'guard', target: 'b' } } }, b: {} } })).start();
    actor.send({ type: 'go' });
    return actor.getSnapshot().value;
  },
  machina: async (guard) => {
    const answer = (is) => (is ? 'b' : undefined);
    const go = () => {
      const is = guard();
      return is instanceof Promise ? is.then(answer) : answer(is);
    };
    const machine = createFsm({ id: 'm', initialState: 'a', context: {}, states: { a: { go }, b: {} } });
    machine.handle('go');
    await new Promise((resolve) => setTimeout(resolve, 10));
    return machine.currentState();
  },
};
for (const [name, ask] of Object.entries(libraries))
  console.log(name, await ask(() => false), await ask(async () => false), await ask(() => {}), await ask(() => true));
JS
seen=$(node guards.mjs)
echo "$seen"
is 'states' "$seen" 'javascript-state-machine a b b b
robot3 a b a b
finity a b a b
@xstate/fsm a b a b
xstate a b a b
machina a a a b'
