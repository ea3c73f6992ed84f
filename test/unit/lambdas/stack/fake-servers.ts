import type { CommandOutput } from 'shared-types/contract/stack/console';
import type { MachineState } from 'lambdas/stack/ports';

/** Records the commands to servers and the deleted archives. */
export function fakeServers() {
  const commands: { instanceId: string; mode: string; archiveId: string }[] = [];
  const deleted: string[] = [];
  const reportsAskedOf: string[] = [];
  const warnings: string[] = [];
  const consoleCommands: string[] = [];
  const silent: { machine: MachineState; takesCommands: boolean } = { machine: 'works', takesCommands: false };
  const commandEnds: { now: CommandOutput['state'] | 'unknown' } = { now: 'done' };
  const servers = {
    /** What becomes of the commands that SSM has taken. */
    commandEnds,
    /** EC2's word on every instance; a silent server takes commands, or not. */
    silent,
    commands,
    reportsAskedOf,
    warnings,
    consoleCommands,
    gameConsole: {
      async send(instanceId: string, verb: string, data = '') {
        consoleCommands.push(`${instanceId} ${verb} ${data}`);
        return servers.isRegistered ? 'command' : undefined;
      },
      async outputOf() {
        if (commandEnds.now === 'unknown') throw new Error('SSM is down');
        return { state: commandEnds.now, output: '' };
      },
    },
    async warnPlayers(instanceId: string, minutes: number) {
      if (servers.isRegistered) warnings.push(`${instanceId}: ${minutes}`);
      return servers.isRegistered;
    },
    reportCommand: {
      ask: async (instanceId: string) => void reportsAskedOf.push(instanceId),
      isTaken: async () => silent.takesCommands,
    },
    machineState: async () => silent.machine,
    deleted,
    /** SSM takes the commands. */
    isRegistered: true,
    sendArchiveCommand: async (instanceId: string, mode: 'stop' | 'live', archiveId: string) => {
      commands.push({ instanceId, mode, archiveId });
      return servers.isRegistered;
    },
    archiveBucket: {
      urlOf: async (stackName: string, _game: string, { archiveId }: { archiveId: string }) =>
        `https://bucket/${stackName}/${archiveId}`,
      remove: async (stackName: string, archiveId: string) => void deleted.push(`${stackName}/${archiveId}`),
    },
  };
  return servers;
}
