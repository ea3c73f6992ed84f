import * as z from 'zod';
import { isCommandLine, isPlayerName, maxAllowedPlayers, maxOperators } from '../../rules/stack/console.ts';
import { endpoint, Version } from '../endpoint.ts';

const CommandLine = z.string().refine(isCommandLine, 'must be one line');

/** The id that SSM has given to a command. */
const CommandId = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be the id of a command');

const sent = { response: z.object({ commandId: CommandId }) };

/** The output of a command. It is complete when the command is done or has failed. */
export const CommandOutput = z.object({ state: z.enum(['pending', 'done', 'failed']), output: z.string() });
export type CommandOutput = z.infer<typeof CommandOutput>;

const Names = z.array(z.string().refine(isPlayerName, 'must be the name of a player'));

/** The players who may join, and those who may command the game. */
export const PlayerLists = z.strictObject({
  /** Only the players of the list may join. */
  isAllowListOn: z.boolean(),
  allowed: Names.max(maxAllowedPlayers),
  operators: Names.max(maxOperators),
});
export type PlayerLists = z.infer<typeof PlayerLists>;

/** The calls about the console of a running game. A server answers within seconds, so its output is asked for afterwards. */
export const stackConsoleApi = {
  /** Asks for the newest 200 lines of the game's log. */
  requestLog: endpoint('POST /api/minecraft_bedrock/v2/{stackName}/console/log', sent),
  /** Types a command into the console of the game. Its output is what the log got within two seconds. */
  sendCommand: endpoint('POST /api/minecraft_bedrock/v2/{stackName}/console/commands', {
    body: z.strictObject({ command: CommandLine }),
    ...sent,
    audit: 'serverCommand',
  }),
  /** `version` counts the changes; before the first one, the lists are those of the deployment's configuration. */
  getPlayerLists: endpoint('GET /api/minecraft_bedrock/v2/{stackName}/players', {
    response: z.object({ data: PlayerLists.extend({ version: z.int().nonnegative() }) }),
  }),
  /**
   * Replaces the lists of this version. A running game takes them at once, which the command's output tells; otherwise
   * `commandId` is null, and the game takes them within minutes of its next start.
   */
  setPlayerLists: endpoint('PUT /api/minecraft_bedrock/v2/{stackName}/players', {
    body: PlayerLists.extend({ version: Version }),
    response: z.object({ commandId: CommandId.nullable() }),
    audit: 'playersChosen',
  }),
  getCommandOutput: endpoint('GET /api/minecraft_bedrock/v2/{stackName}/console/commands/{commandId}', {
    params: { commandId: CommandId },
    response: z.object({ data: CommandOutput }),
  }),
};
