import type { Engine } from 'local/aws/dynamodb/engine';
import { startTestDatabase } from './test-table.ts';

/** Creates the tables that sign-in writes to, in one database, because its transactions span several of them. */
export async function startAuthTables(engine?: Engine) {
  const { origin, client, documents, createTable, stop } = await startTestDatabase(engine);
  let failing: string | undefined;
  let commands: string[] = [];
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (commandName !== undefined) commands.push(commandName);
        if (commandName === failing) throw new Error(`${commandName} fails`);
        return next(args);
      },
    { step: 'initialize' },
  );
  for (const name of ['auth', 'sessions', 'audit', 'news']) await createTable({ name });
  return {
    origin,
    client: documents,
    /** Makes every command of this name fail from now on, as in 'DeleteItemCommand'; none when it is undefined. */
    fail: (commandName: string | undefined) => void (failing = commandName),
    /** Returns the names of the commands since the last time. */
    takeCommands() {
      const taken = commands;
      commands = [];
      return taken;
    },
    stop,
  };
}
