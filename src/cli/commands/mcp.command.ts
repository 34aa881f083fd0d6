/** `dualgate mcp`: the exit signal, the status and the gates as tools of the Model Context Protocol. */
import type { Command } from '../command.ts';
import { serveMcp } from '../mcp/serve-mcp.ts';
import { EXIT } from '../terminal/io.ts';

export const mcpCommand: Command = {
  run: async (_values, _operands, io) => {
    await serveMcp(io);
    return EXIT.ok;
  },
};
