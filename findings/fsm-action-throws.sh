#!/usr/bin/env bash
# xstate 5.33.3, javascript-state-machine 3.1.0, robot3 1.4.0 and finity 0.5.4 (npm), a function of a transition that
# throws once, and the same event again, 2026-11-30.
#
# Guess: the caller gets the error, the machine is where it was, and the second try succeeds.
# Behaviour: finity alone does all of it. javascript-state-machine stays "in progress" for ever: no event is taken any
# more, in the old state if leaving failed, and in the new one if a later step did. xstate tells the sender nothing and is
# stopped: the second event is dropped without a word. robot3 keeps the new state if the callback of a
# change throws.
# Seen (first send, state / second send, state):
#   xstate, any step           returns a / returns a, status error
#   jsm, leaving               throws a  / throws a (still in progress)
#   jsm, the step, entering    throws b  / throws b
#   robot3, the step           throws a  / returns b
#   robot3, onChange           throws b  / returns b
#   finity, any step           throws a  / returns b
#
# Why it matters: a guard of work that hit a full disk once answers "done" or nothing for ever, and no caller hears it.
# Catch in each function, and ask for the state behind every send.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error xstate@5.33.3 javascript-state-machine@3.1.0 robot3@1.4.0 finity@0.5.4 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >ask.mjs <<'JS'
import finity from 'finity';
import StateMachine from 'javascript-state-machine';
import * as robot from 'robot3';
import * as xstate from 'xstate';
const makers = {
  xstate: (at) => {
    const b = { entry: at('entering') };
    const a = { exit: at('leaving'), on: { go: { target: 'b', actions: at('step') } } };
    const actor = xstate.createActor(xstate.createMachine({ initial: 'a', states: { a, b } }));
    actor.subscribe({ error() {} });
    actor.start();
    return { send: () => actor.send({ type: 'go' }), state: () => `${actor.getSnapshot().value} ${actor.getSnapshot().status}` };
  },
  jsm: (at) => {
    const methods = { onLeaveA: at('leaving'), onGo: at('step'), onEnterB: at('entering') };
    const machine = new StateMachine({ init: 'a', transitions: [{ name: 'go', from: 'a', to: 'b' }], methods });
    return { send: () => machine.go(), state: () => machine.state };
  },
  robot3: (at) => {
    const machine = robot.createMachine({ a: robot.state(robot.transition('go', 'b', robot.action(at('step')))), b: robot.state() });
    const service = robot.interpret(machine, at('entering'));
    return { send: () => service.send('go'), state: () => service.machine.current };
  },
  finity: (at) => {
    const toB = finity.configure().initialState('a').onExit(at('leaving')).on('go').transitionTo('b').withAction(at('step'));
    const machine = toB.state('b').onEnter(at('entering')).start();
    return { send: () => machine.handle('go'), state: () => machine.getCurrentState() };
  },
};
for (const [name, make] of Object.entries(makers))
  for (const broken of ['leaving', 'step', 'entering']) {
    if (name === 'robot3' && broken === 'leaving') continue;
    let throws = true;
    const at = (step) => () => {
      if (step === broken && throws) throw new Error('the disk is full');
    };
    const { send, state } = make(at);
    const said = [];
    for (const _ of [1, 2]) {
      try {
        send();
        said.push(`returns ${state()}`);
      } catch {
        said.push(`throws ${state()}`);
      }
      throws = false;
    }
    console.log(`${name} ${broken}: ${said.join(' / ')}`);
  }
process.exit(0);
JS
seen=$(node ask.mjs 2>/dev/null)
echo "$seen"
is 'machines' "$seen" 'xstate leaving: returns a error / returns a error
xstate step: returns a error / returns a error
xstate entering: returns a error / returns a error
jsm leaving: throws a / throws a
jsm step: throws b / throws b
jsm entering: throws b / throws b
robot3 step: throws a / returns b
robot3 entering: throws b / returns b
finity leaving: throws a / returns b
finity step: throws a / returns b
finity entering: throws a / returns b'
