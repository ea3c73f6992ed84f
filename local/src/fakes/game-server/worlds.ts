import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GameId } from 'shared-types/rules/stack/game';
import * as z from 'zod';
import type { RunningStack } from '../../aws/cloudformation/stack-parts.ts';
import { type StackMode, takesCommands } from '../../aws/cloudformation/stack-mode.ts';
import type { BusEvent } from '../../aws/eventbridge/event-rules.ts';
import type { ObjectStore } from '../../aws/s3/object-store.ts';
import type { Clock } from '../../clock.ts';
import type { OnShutdown } from '../../startup/on-shutdown.ts';
import { worldProblem } from './world-problem.ts';
import { zipOf } from './zip.ts';

/** The file system of a server's world, as far as the site hears of it. */
const Files = z.object({
  /** The present world is in the bucket. */
  isArchived: z.boolean(),
  /** The last choice of a world that was applied. */
  requestId: z.string(),
  /** The archive that the present world comes from, or 'new'. */
  source: z.string().default('new'),
});
const AllFiles = z.record(z.string(), Files);

interface WorldsProps {
  dataDir: string;
  gameOf: (stackName: string) => GameId;
  running: () => RunningStack[];
  mode: () => StackMode;
  objects: ObjectStore;
  clock: Pick<Clock, 'now'>;
  speed: number;
  putEvent: (event: BusEvent) => Promise<void>;
  onShutdown: OnShutdown;
}

const checkIntervalMs = 500;
/** The agent asks for commands in intervals, and the copy takes its time. */
const archiveMs = 6000;
/** The version that each imitated game reports, and the name of its world. */
const reports: Record<GameId, { version: string; levelName: string }> = {
  bedrock: { version: '1.26.52.3', levelName: 'Bedrock level' },
  java: { version: '26.1.2', levelName: '' },
};

/** Returns the files of a world that is told apart by this text. */
const worldOf: Record<GameId, (text: string) => Record<string, string>> = {
  bedrock: (text) => ({
    'level.dat': text,
    'levelname.txt': reports.bedrock.levelName,
    'db/CURRENT': 'MANIFEST-000001\n',
    'db/MANIFEST-000001': 'manifest',
  }),
  java: (text) => ({ 'level.dat': text, 'dimensions/minecraft/overworld/region/r.0.0.mca': 'region' }),
};

/** Imitates infra/src/game-server/scripts/world.sh: at the boot of a server, and when the site sends a command. */
export function startWorlds({
  dataDir,
  gameOf,
  running,
  mode,
  objects,
  clock,
  speed,
  putEvent,
  onShutdown,
}: WorldsProps) {
  const file = join(dataDir, 'worlds.json');
  const all = load(file);
  const booted = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();

  function change(stackName: string, files: Partial<z.infer<typeof Files>>) {
    all[stackName] = { isArchived: false, requestId: '', source: 'new', ...all[stackName], ...files };
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(all));
    renameSync(`${file}.new`, file);
  }

  const send = ({ stackName, stackId }: RunningStack, detailType: string, detail: BusEvent['detail']) =>
    void putEvent({ source: 'home-page.game-server', detailType, detail: { stackName, stackId, ...detail } }).catch(
      () => {},
    );

  function archive(server: RunningStack, archiveId: string, reason: 'stop' | 'boot' | 'live') {
    if (mode() === 'archiveFails') {
      send(server, 'ArchiveFailed', { archiveId, reason: 'The backup could not be uploaded.' });
      return;
    }
    const { stackName, archiveBucket } = server;
    const body = zipOf(worldOf[gameOf(stackName)](`The world of ${stackName}, ${archiveId}.\n`.repeat(2000)));
    objects.put(archiveBucket, `${stackName}/${archiveId}.mcworld`, body);
    if (reason !== 'live') change(stackName, { isArchived: true });
    send(server, 'Archived', {
      archiveId,
      reason,
      atSeconds: Math.floor(clock.now() / 1000),
      bytes: body.length,
      requestId: all[stackName]?.requestId ?? '',
      ...reports[gameOf(stackName)],
    });
  }

  function boot(server: RunningStack) {
    const { stackName, stackId, worldRequest, worldSource } = server;
    const files = all[stackName];
    if (files && !files.isArchived) archive(server, `boot-${Math.floor(clock.now() / 1000)}`, 'boot');
    const isChosen = worldRequest !== '' && files?.requestId !== worldRequest;
    if (worldRequest !== '') send(server, 'WorldChanged', { requestId: worldRequest });
    change(stackName, { isArchived: false, requestId: worldRequest, ...(isChosen && { source: worldSource }) });
    booted.add(stackId);
  }

  const timer = setInterval(() => {
    for (const server of running()) if (!booted.has(server.stackId)) boot(server);
  }, checkIntervalMs);
  onShutdown(() => {
    clearInterval(timer);
    for (const each of timers) clearTimeout(each);
  });

  return {
    /** Returns the archive that the world of a stack comes from, or 'new'. */
    sourceOf: (stackName: string) => all[stackName]?.source ?? 'new',

    /** Tells why a server with these parameters does not boot: it checks the archive of its next world before it changes anything. */
    bootProblem(stackName: string, parameters: Record<string, string>): string | undefined {
      const { WorldRequest = '', WorldSource = '', ArchiveBucketName = '' } = parameters;
      const isApplied = WorldRequest === '' || all[stackName]?.requestId === WorldRequest;
      if (isApplied || WorldSource === 'new') return undefined;
      const problem = worldProblem(
        gameOf(stackName),
        objects.get(ArchiveBucketName, `${stackName}/${WorldSource}.mcworld`),
      );
      return problem === undefined ? undefined : `Could not prepare the world. ${problem}`;
    },

    /** Hands a command to the agent of an instance. Returns false when there is no such instance. */
    deliver(instanceId: string, { Mode, ArchiveId = '' }: Record<string, string>): boolean {
      const server = running().find((each) => each.instanceId === instanceId);
      if (!server || !takesCommands(mode())) return false;
      if (mode() === 'hung' || mode() === 'undelivered') return true;
      const later = setTimeout(() => {
        timers.delete(later);
        archive(server, ArchiveId, Mode === 'live' ? 'live' : 'stop');
      }, archiveMs / speed);
      timers.add(later);
      return true;
    },
  };
}

function load(file: string): z.infer<typeof AllFiles> {
  try {
    return AllFiles.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}
