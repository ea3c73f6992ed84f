import { expect } from '@jest/globals';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { killGroup, leadingItsGroup } from '../../infra/game-server/kill-points.ts';
import { settings } from '../../infra/game-server/first-boot.ts';
import type { GameId } from 'shared-types/rules/stack/game';
import { installCommands, type ServerMachine, serverMachine, worldKinds } from '../../infra/game-server/world-files.ts';

/** At its nth command, the script is killed with the instance, or the command fails. */
type Fault = { at: number; outcome: 'killed' | 'failed' } | null;

type Step =
  | { does: 'boot'; fault: Fault }
  | { does: 'play' }
  | { does: 'stop'; fault: Fault }
  | { does: 'lose the instance' }
  | { does: 'choose'; nth: number }
  | { does: 'choose a new world' }
  | { does: 'upload' }
  | { does: 'upgrade' }
  | { does: 'redeploy' };

const fault = fc.option(
  fc.record({ at: fc.integer({ min: 1, max: 44 }), outcome: fc.constantFrom('killed' as const, 'failed' as const) }),
);
const maybe = (...some: Step[]): fc.Arbitrary<Step[]> => fc.subarray(some, { maxLength: 1 });
const boot = fault.map((planned): Step => ({ does: 'boot', fault: planned }));
const end = fc.oneof(
  fault.map((planned): Step => ({ does: 'stop', fault: planned })),
  fc.constant<Step>({ does: 'lose the instance' }),
);
const choice = fc
  .nat(9)
  .chain((nth) =>
    maybe({ does: 'choose', nth }, { does: 'choose a new world' }, { does: 'upload' }, { does: 'redeploy' }),
  );
/** A session on the server: perhaps another world is chosen and the game upgraded, it boots, people play, and it stops. */
const session = fc
  .tuple(
    fc.tuple(choice, maybe({ does: 'upgrade' })).map((both) => both.flat()),
    boot,
    maybe({ does: 'play' }),
    end,
  )
  .map(([before, begin, play, ending]) => [...before, begin, ...play, ending]);

/** The folder of a new world cannot be made, so that the site must not be told of one. */
const unwrittenChoice: Step[][] = [
  [{ does: 'boot', fault: null }, { does: 'play' }, { does: 'lose the instance' }],
  [{ does: 'choose a new world' }, { does: 'boot', fault: { at: 8, outcome: 'failed' } }],
  [{ does: 'boot', fault: null }, { does: 'lose the instance' }],
  [{ does: 'boot', fault: null }],
];

/** Counts a command of the scripts. At the number in the file `fault` it fails, or everything is killed. */
const countCommand = `
count=$(($(cat "$ROOT/count") + 1))
echo "$count" >"$ROOT/count"
case "$(cat "$ROOT/fault")" in
"$count killed") ${killGroup} ;;
"$count failed") exit 1 ;;
esac
`;
/** Counts a command and then runs the machine's own. */
const counted = (name: string) => `${countCommand}\nexec env PATH="\${PATH#*:}" ${name} "$@"`;
const ownCommands = ['cmp', 'mv', 'cp', 'rm', 'mkdir', 'diff', 'sync'];

const worldCommand = 'usr/local/bin/world';

/** A server of a stack, of which only the file system and the bucket survive a loss of the instance. */
class Server {
  private readonly machine: ServerMachine;
  private isRunning = false;
  private stackNumber = 1;
  private now = 0;
  private played = 0;
  private request = { WORLD_REQUEST: '', WORLD_SOURCE: '' };
  /** The version of the game that starts next, and of the one that has saved the present world last. */
  private version = 1;
  private savedBy = '';
  /** The present world is in the bucket, and nothing has changed it since. */
  private isArchived = false;
  /** The text of the chosen world, as long as the choice is not applied. Null stands for a new world. */
  private chosen: { text: string | null } | undefined;
  /** The last text of the present world, and the last texts of the worlds that others have replaced. */
  private present: string | null = null;
  private readonly replaced: string[] = [];
  private readonly problems: string[] = [];
  /** The texts of the archives that the site has been told of. */
  private readonly told = new Map<string, string | undefined>();
  private readonly game: GameId;

  constructor(game: GameId) {
    this.game = game;
    const fakes = Object.fromEntries(ownCommands.map((name) => [name, counted(name)]));
    this.machine = serverMachine({ systemctl: countCommand, docker: countCommand, ...fakes }, game);
  }

  take(next: Step): void {
    this.now += 1000;
    this.machine.write('clock', String(this.now));
    this.machine.write('count', '0');
    switch (next.does) {
      case 'boot':
        return this.boot(next.fault);
      case 'play':
        return this.play();
      case 'stop':
        return this.stop(next.fault);
      case 'lose the instance':
        return void (this.isRunning = false);
      case 'choose':
        return this.choose(next.nth);
      case 'choose a new world':
        return this.putChoice('new', null);
      case 'upload':
        return this.upload();
      case 'upgrade':
        return void (this.version += 1);
      case 'redeploy':
        return void (this.stackNumber += 1);
    }
  }

  private run(command: string, id: string, planned: Fault) {
    this.machine.write('fault', planned ? `${planned.at} ${planned.outcome}` : '');
    const change = {
      ...this.request,
      WORLD_KNOWN: String(this.told.size > 0),
      STACK_ID: `${settings.STACK_ID}${this.stackNumber}`,
    };
    const { status, stderr } = this.machine.command(command, id, change);
    for (const { archiveId, version } of this.machine.events('Archived')) {
      const told = String(archiveId);
      if (this.told.has(told)) continue;
      this.told.set(told, this.machine.archiveText(told));
      // A stop makes a backup of its own in any case: a game has run before it.
      if (this.isArchived && told.startsWith('boot-')) this.problems.push(`${told} is a second backup of one world`);
      if (version !== this.savedBy) this.problems.push(`${told} names ${String(version)} in place of ${this.savedBy}`);
    }
    const isApplied = this.machine
      .events('WorldChanged')
      .some(({ requestId }) => requestId === this.request.WORLD_REQUEST);
    if (isApplied && status === 0) this.request = { WORLD_REQUEST: '', WORLD_SOURCE: '' };
    return { isDone: status === 0, stderr };
  }

  private boot(planned: Fault): void {
    if (this.isRunning) return;
    for (const folder of ['var', 'run', 'usr']) rmSync(this.machine.path(folder), { recursive: true, force: true });
    installCommands(this.machine, this.game);
    this.machine.write(worldCommand, leadingItsGroup(this.machine.read(worldCommand)));
    const before = this.told.size;
    const { isDone, stderr } = this.run('prepare', '', planned);
    if (isDone && !planned && this.told.size > before) this.isArchived = true;
    if (!isDone) {
      // Without a fault, a boot is refused only when there is no world, as before the first start of a new one.
      if (!planned && this.present !== null) this.problems.push(`The boot was refused: ${stderr}`);
      return;
    }
    if (this.chosen) {
      if (this.present !== null) this.replaced.push(this.present);
      this.present = this.chosen.text;
      this.chosen = undefined;
    }
    const found = this.machine.worldText();
    if (found !== this.present) this.problems.push(`The boot has ${found} in place of ${this.present}`);
    this.isRunning = true;
    // The game answers, which boot.sh writes down.
    this.savedBy = `1.${this.version}`;
    this.machine.write('world/state/version', `${this.savedBy}\n`);
  }

  private play(): void {
    if (!this.isRunning || !this.run('begin', '', null).isDone) return;
    this.isArchived = false;
    this.present = `world ${++this.played}`;
    this.machine.writeWorld(this.present);
  }

  private stop(planned: Fault): void {
    if (!this.isRunning) return;
    if (this.run('stop', `A${this.now}`, planned).isDone) this.isArchived = true;
    this.isRunning = false;
  }

  private choose(nth: number): void {
    const archives = [...this.told];
    const archive = archives[nth % Math.max(archives.length, 1)];
    if (archive) this.putChoice(archive[0], archive[1] ?? null);
  }

  /** The site puts the file beside the archives, without the mark of a server, and chooses it. */
  private upload(): void {
    const text = `upload ${this.now}`;
    const archiveId = `U${this.now}`;
    const files = Object.entries(worldKinds[this.game].files(text));
    const packed = files.map(([name, content]) => [name, Buffer.from(content).toString('latin1')] as const);
    this.machine.putArchive(archiveId, Object.fromEntries(packed));
    this.told.set(archiveId, text);
    this.putChoice(archiveId, text);
  }

  private putChoice(WORLD_SOURCE: string, text: string | null): void {
    this.request = { WORLD_REQUEST: `R${this.now}`, WORLD_SOURCE };
    this.chosen = { text };
  }

  /** Returns all problems so far: boots with another world, changed archives, and lost worlds. */
  findProblems(): string[] {
    const changed = [...this.told].filter(([archiveId, text]) => this.machine.archiveText(archiveId) !== text);
    const kept = new Set([...this.told.values(), ...this.textsOnFileSystem()]);
    const worlds = [...this.replaced, ...(this.present === null ? [] : [this.present])];
    const lost = worlds.filter((text) => !kept.has(text));
    return [
      ...this.problems,
      ...changed.map(([archiveId]) => `The archive ${archiveId} has changed`),
      ...lost.map((text) => `${text} is lost`),
    ];
  }

  private textsOnFileSystem(): string[] {
    const folder = this.machine.path('world');
    if (!existsSync(folder)) return [];
    const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const { textOf } = worldKinds[this.game];
    return all.filter((name) => name.endsWith('level.dat')).map((name) => textOf(readFileSync(join(folder, name))));
  }

  remove(): void {
    this.machine.remove();
  }
}

/**
 * Tries this number of sequences of sessions on a server. Returns the first one that loses a world, and undefined when none does,
 * whatever the order and wherever a fault strikes.
 */
export function firstLoss(game: GameId, sequences: number): string | undefined {
  const losesNothing = fc.property(fc.array(session, { minLength: 2, maxLength: 7 }), (sessions) => {
    const server = new Server(game);
    try {
      for (const next of sessions.flat()) {
        server.take(next);
        expect(server.findProblems()).toEqual([]);
      }
      // After all faults the server starts, with the world that it should have.
      server.take({ does: 'lose the instance' });
      server.take({ does: 'boot', fault: null });
      expect(server.findProblems()).toEqual([]);
    } finally {
      server.remove();
    }
  });
  return fc.defaultReportMessage(fc.check(losesNothing, { numRuns: sequences, examples: [[unwrittenChoice]] }));
}
