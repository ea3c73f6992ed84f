import { bootPhases } from 'shared-types/rules/stack/boot';
import * as z from 'zod';

/** The phases of the last boot of a server, as the server itself reported them. */
export interface Boot {
  stackId: string;
  /** When the first phase ended. A later boot replaces the phases of an earlier one. */
  startedMs: number;
  /** The end of each phase so far, in the order of `bootPhases`. */
  endsMs: number[];
  /** The registry did not answer, so the server runs the image of its last good start. */
  keptImage: boolean;
  /** The game could not be downloaded, so the server runs this program of an earlier start. */
  keptGame: { version: string; atMs: number } | null;
}

const KeptGame = z.object({ version: z.string().regex(/^[\w.-]{1,40}$/), atSeconds: z.int().nonnegative() });

/** The report at the end of each phase, with the ends of all phases so far: see infra/src/game-server/scripts/boot.sh. */
export const BootReport = z.object({
  stackName: z.string(),
  stackId: z.string(),
  endsSeconds: z.array(z.int().nonnegative()).min(1).max(bootPhases.length),
  keptImage: z.boolean().default(false),
  keptGame: KeptGame.optional(),
});

/** Nothing has ended in the future, whatever the clock of the server says. */
export function bootOf({ stackId, endsSeconds, keptImage, keptGame }: z.infer<typeof BootReport>, now: Date): Boot {
  const msOf = (seconds: number) => Math.min(seconds * 1000, now.getTime());
  const endsMs = endsSeconds.map(msOf);
  const game = keptGame ? { version: keptGame.version, atMs: msOf(keptGame.atSeconds) } : null;
  return { stackId, startedMs: endsMs[0] ?? 0, endsMs, keptImage, keptGame: game };
}
