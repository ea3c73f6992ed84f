import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { GameId } from 'shared-types/rules/stack/game';
import { games } from 'infra/game-server/games/all';
import { commandsOf } from 'infra/game-server/user-data';
import * as z from 'zod';
import { type Instance, instance, settings } from './first-boot.ts';

/** The fakes write an archive as a JSON object with the text of each file by its path. A link has the text `->`. */
const Zip = z.record(z.string(), z.string());

/** Packs with node, because not every machine has zip. The lists look as those of Info-ZIP's zipinfo. */
const zipFakes = {
  zip: `${process.execPath} -e '
    const fs = require("fs"), path = require("path"), [out] = process.argv.slice(1);
    const all = fs.readdirSync(".", { recursive: true }).filter((file) => fs.statSync(file).isFile() && file !== "session.lock");
    fs.writeFileSync(out, JSON.stringify(Object.fromEntries(all.map((file) => [file, fs.readFileSync(file, "latin1")]))));
  ' "$4"`,
  unzip: `${process.execPath} -e '
    const fs = require("fs"), path = require("path"), [mode, ...rest] = process.argv.slice(1);
    const file = rest.find((each) => !each.startsWith("-"));
    const entries = Object.entries(JSON.parse(fs.readFileSync(file, "utf8")));
    if (mode === "-Z1") console.log(entries.map(([name]) => name).join("\\n"));
    if (mode === "-Z") console.log(entries.map(([name, text]) => (text.startsWith("->") ? "lrwx " : "-rw- ") + name).join("\\n"));
    if (mode === "-Zt") console.log(entries.length + " files, " + entries.reduce((sum, [, text]) => sum + (Number(/^size ([0-9]+)/.exec(text)?.[1]) || text.length), 0) + " bytes uncompressed, 9 bytes compressed:  1.0%");
    if (mode === "-q") for (const [name, text] of entries) {
      const to = path.join(rest.at(-1), name);
      fs.mkdirSync(path.dirname(to), { recursive: true });
      fs.writeFileSync(to, text, "latin1");
    }
  ' -- "$@"`,
};

/** Imitates the AWS CLI: its bucket is a folder, and it accepts events. */
export const bucketAws = `
case "$1 $2" in
'events put-events') echo 0 ;;
's3 cp')
  metadata=
  while [ "\${3#--}" != "$3" ]; do
    case "$3" in --metadata) metadata=$4 ;; esac
    case "$3" in --only-show-errors) ;; *) shift ;; esac
    shift
  done
  from=\${3/s3:\\/\\//$ROOT/bucket/} to=\${4/s3:\\/\\//$ROOT/bucket/}
  if [ "$to" = - ]; then
    [ -e "$from" ] && exec cat "$from"
    echo 'fatal error: An error occurred (403) when calling the HeadObject operation: Forbidden' >&2
    exit 1
  fi
  mkdir -p "$(dirname "$to")"
  if [ "$from" = - ]; then cat >"$to"; else cp "$from" "$to"; fi
  [ -z "$metadata" ] || echo "\${metadata#origin=}" >"$to.origin" ;;
's3api head-object') cat "$ROOT/bucket/$6/$8.origin" 2>/dev/null || echo None ;;
esac`;

const scriptsBase = new URL('../../../infra/src/game-server/user-data.ts', import.meta.url);

/** Installs the commands of a world on an empty disk. On a real server the first boot does it (boot.test.ts). */
export function installCommands({ write, path }: Pick<ServerMachine, 'write' | 'path'>, game: GameId = 'bedrock') {
  for (const [command, file] of commandsOf(games[game])) {
    write(`usr/local/bin/${command}`, readFileSync(new URL(file, scriptsBase), 'utf8'));
    chmodSync(path(`usr/local/bin/${command}`), 0o755);
  }
  for (const folder of ['run', `var/lib/${game}`]) mkdirSync(path(folder), { recursive: true });
}

/** The worlds of each game: their folder, their files with a text that tells them apart, and that text in a level.dat. */
export const worldKinds: Record<GameId, WorldKind> = {
  bedrock: {
    world: 'world/worlds/Bedrock level',
    files: (text) => ({
      'level.dat': text,
      'levelname.txt': 'Our “castle”',
      'db/CURRENT': 'MANIFEST-000004\n',
      'db/MANIFEST-000004': 'manifest',
      'db/000005.ldb': text,
    }),
    textOf: (level) => level.toString('utf8'),
  },
  java: {
    world: 'world/worlds/world',
    files: (text) => ({
      'level.dat': gzipSync(text),
      'session.lock': '☃',
      'dimensions/minecraft/overworld/region/r.0.0.mca': text,
    }),
    textOf(level) {
      try {
        return gunzipSync(level).toString('utf8');
      } catch {
        return level.toString('utf8');
      }
    },
  },
};

interface WorldKind {
  world: string;
  files: (text: string) => Record<string, string | Buffer>;
  textOf: (level: Buffer) => string;
}

/** Creates a machine with a file system for worlds and a bucket. */
export function serverMachine(fakes: Record<string, string> = {}, game: GameId = 'bedrock'): ServerMachine {
  const machine = instance({ aws: bucketAws, flock: '', ...zipFakes, ...fakes }, game);
  const { world, files: filesOf, textOf } = worldKinds[game];
  const write = (name: string, text: string | Buffer) => {
    mkdirSync(dirname(machine.path(name)), { recursive: true });
    writeFileSync(machine.path(name), text);
  };
  installCommands({ ...machine, write }, game);
  const run = (command: string, id = '', change: Partial<typeof settings> = {}) =>
    machine.run(machine.path('usr/local/bin/world'), { ...settings, ...change }, command, id);
  return {
    ...machine,
    write,
    world,
    writeWorld: (text, folder = world) => {
      for (const [name, content] of Object.entries(filesOf(text))) write(`${folder}/${name}`, content);
    },
    worldText: () =>
      machine.has(`${world}/level.dat`) ? textOf(readFileSync(machine.path(`${world}/level.dat`))) : null,
    archives: () => {
      const folder = machine.path(`bucket/archives/${settings.STACK_NAME}`);
      return existsSync(folder)
        ? readdirSync(folder)
            .filter((name) => name.endsWith('.mcworld'))
            .toSorted()
        : [];
    },
    archiveText: (archiveId) => {
      const text = readFileSync(machine.path(`bucket/archives/${settings.STACK_NAME}/${archiveId}.mcworld`), 'utf8');
      const level = Zip.parse(JSON.parse(text))['level.dat'];
      return level === undefined ? undefined : textOf(Buffer.from(level, 'latin1'));
    },
    putArchive: (archiveId, files) =>
      write(join('bucket/archives', settings.STACK_NAME, `${archiveId}.mcworld`), JSON.stringify(files)),
    events: (type) =>
      machine
        .calls('aws events')
        .map((call) => Entries.parse(JSON.parse(/--entries (\[.*\])$/.exec(call)?.[1] ?? ''))[0])
        .filter(({ DetailType }) => DetailType === type)
        .map(({ Detail }) => Record.parse(JSON.parse(Detail))),
    command: run,
  };
}

const Entries = z.tuple([z.object({ DetailType: z.string(), Detail: z.string() })]);
const Record = z.record(z.string(), z.unknown());

type Run = ReturnType<Instance['run']>;

export interface ServerMachine extends Instance {
  /** The folder of the world. */
  world: string;
  write(name: string, text: string | Buffer): void;
  /** Writes all files of a world. The text tells the worlds of a test apart. */
  writeWorld(text: string, folder?: string): void;
  /** Returns the text that the present world was written with, or null if the server has no world. */
  worldText(): string | null;
  archives(): string[];
  archiveText(archiveId: string): string | undefined;
  putArchive(archiveId: string, files: { [name: string]: string }): void;
  /** Returns the details of the events that the site has received. */
  events(type: string): { [name: string]: unknown }[];
  /** Runs a command of the boot, of the game's unit or of the site. */
  command(command: string, id?: string, change?: Partial<typeof settings>): Run;
}
