/** The MCP server as a program of its own, without the command line: see `src/cli/bin.ts`. */
import { serveMcp } from './serve-mcp.ts';

void serveMcp({ env: process.env, cwd: process.cwd() });
