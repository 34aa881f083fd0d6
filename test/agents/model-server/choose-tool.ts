/** Finds among the tools that an agent offers the one that does a step, and fills its arguments. */
import { join } from 'node:path';
import { type Fields, listOf, objectOf, textOf } from '../../../src/signals/envelopes/extractor.ts';
import type { Reply, Tool } from './protocols/protocol.ts';

const SHELLS = [
  'bash',
  'run_shell_command',
  'exec_command',
  'shell_command',
  'shell',
  'run_commands',
  'execute_command',
];
const WRITERS = ['write', 'write_file'];
const COMMANDS = ['command', 'cmd', 'commands'];
const PATHS = ['file_path', 'filePath', 'path', 'absolute_path'];

/** The call that runs a shell command; a text that says so when no tool does: such an agent may not run any. */
export const callShell = (command: string, tools: readonly Tool[]): Reply => {
  const tool = findTool(tools, SHELLS);
  const name = tool === null ? null : findProperty(tool, COMMANDS);
  if (tool === null || name === null) return { text: `No tool runs commands: ${listNames(tools)}` };
  const isList = propertyOf(tool, name)['type'] === 'array';
  const value = isList ? (tool.name === 'shell' ? ['bash', '-c', command] : [command]) : command;
  return { call: tool.name, arguments: { ...fillRequired(tool), [name]: value } };
};

/** The call that writes a file of the workspace: by the agent's own tool for it, else by the shell. */
export const callWriter = (path: string, content: string, tools: readonly Tool[], workspace: string): Reply => {
  const tool = findTool(tools, WRITERS);
  const place = tool === null ? null : findProperty(tool, PATHS);
  if (tool !== null && place !== null) {
    return { call: tool.name, arguments: { ...fillRequired(tool), [place]: join(workspace, path), content } };
  }
  return callShell(`printf '%s' '${content.replaceAll("'", `'\\''`)}' > '${path}'`, tools);
};

const findTool = (tools: readonly Tool[], names: readonly string[]): Tool | null =>
  names.map((name) => tools.find((tool) => tool.name.toLowerCase() === name)).find((it) => it !== undefined) ?? null;

const propertyOf = (tool: Tool, name: string): Fields => objectOf(objectOf(tool.parameters['properties'])[name]);

const findProperty = (tool: Tool, names: readonly string[]): string | null =>
  names.find((name) => name in objectOf(tool.parameters['properties'])) ?? null;

const listNames = (tools: readonly Tool[]): string => tools.map(({ name }) => name).join(', ') || 'none is offered';

/** Something of the right kind for every argument that must be given. */
const fillRequired = (tool: Tool): Fields =>
  Object.fromEntries(
    listOf(tool.parameters['required'])
      .map((name) => textOf(name) ?? '')
      .map((name) => [name, anyOf(propertyOf(tool, name))]),
  );

const anyOf = (schema: Fields): unknown => {
  const [first] = listOf(schema['enum']);
  if (first !== undefined) return first;
  if (schema['type'] === 'boolean') return false;
  if (schema['type'] === 'number' || schema['type'] === 'integer') return 60;
  return schema['type'] === 'array' ? [] : 'scripted';
};
