import type { StackWorld, WorldArchive } from 'shared-types/contract/stack';

const reasons: Record<WorldArchive['reason'], string> = {
  stop: 'at a stop',
  boot: 'before a start',
  live: 'while it ran',
};

/** Describes the size of a file: '0.3 MB', '512 MB'. */
export function describeSize(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return `${megabytes < 10 ? Math.max(0.1, megabytes).toFixed(1) : Math.round(megabytes)} MB`;
}

/** Describes a backup: '12 MB · Minecraft 1.26.52.3 · at a stop'. */
export const describeBackup = ({ bytes, version, reason }: WorldArchive) =>
  [describeSize(bytes), version && `Minecraft ${version}`, reasons[reason]].filter(Boolean).join(' · ');

/** Describes why the newest world has no backup. */
export function describeProblem({ reason, isLost }: NonNullable<StackWorld['problem']>): string {
  const sentence = reason.endsWith('.') ? reason : `${reason}.`;
  return isLost
    ? `The newest world has no backup. ${sentence} It is safe on the server’s disk, and the next start backs it up before the game begins.`
    : `The last backup failed. ${sentence}`;
}

export const describeReplacement = (time: string) => `The world of ${time} replaces the current world.`;

/** Describes the effect of going back to a backup. */
export const describeRollBack = (isRunning: boolean) =>
  `The present world is backed up first and stays in this list. ${
    isRunning ? 'The server restarts, which takes about five minutes.' : 'The server starts with it.'
  }`;
