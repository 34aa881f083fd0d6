/**
 * Everything that `doctor` looks at, in the order in which a person would mend it.
 *
 * @module
 */
import type { Check } from './check.ts';
import { agentCheck } from './checks/agent.check.ts';
import { anchorsCheck } from './checks/anchors.check.ts';
import { commitsCheck } from './checks/commits.check.ts';
import { configCheck } from './checks/config.check.ts';
import { diagramsCheck } from './checks/diagrams.check.ts';
import { leftoversCheck } from './checks/leftovers.check.ts';
import { lockCheck } from './checks/lock.check.ts';
import { nodeCheck } from './checks/node.check.ts';
import { repositoryCheck } from './checks/repository.check.ts';
import { runCheck } from './checks/run.check.ts';
import { settingsCheck } from './checks/settings.check.ts';
import { sandboxCheck } from './checks/sandbox.check.ts';
import { socketsCheck } from './checks/sockets.check.ts';
import { sourcesCheck } from './checks/sources.check.ts';
import { specCheck } from './checks/spec.check.ts';
import { stateCheck } from './checks/state.check.ts';
import { suiteCheck } from './checks/suite.check.ts';
import { testsCheck } from './checks/tests.check.ts';

/** What a check needs stands before it. */
export const CHECKS: readonly Check[] = [
  nodeCheck,
  configCheck,
  repositoryCheck,
  sourcesCheck,
  commitsCheck,
  stateCheck,
  anchorsCheck,
  socketsCheck,
  lockCheck,
  leftoversCheck,
  runCheck,
  specCheck,
  testsCheck,
  sandboxCheck,
  suiteCheck,
  diagramsCheck,
  agentCheck,
  settingsCheck,
];
