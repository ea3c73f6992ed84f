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

export const backupsOfTheWorld = 'Backups of the world';
export const backingUp = 'Backing up…';
export const backUpNow = 'Back up now';
export const newWorld = 'New world…';
export const keepWorld = 'Keep world';
export const noBackupsYet = 'No backups yet. Each stop creates one.';
export const download = 'Download';
export const rollBack = 'Roll back';
export const backupOf = (time: string) => `the backup of ${time}`;
export const aNewWorld = 'a new world';
export const rollBackQuestion = 'Roll back to this backup?';
export const cancel = 'Cancel';
export const rollBackAndRestart = 'Roll back and restart';
export const rollBackAndStart = 'Roll back and start';
export const newWorldTitle = 'New world';
export const name = 'Name';
export const aboutName = 'Letters without accents, digits, spaces, dots and dashes. Players see it in their list.';
export const seed = 'Seed';
export const aboutSeed = 'Leave it empty for a random world.';
export const mode = 'Mode';
export const difficulty = 'Difficulty';
export const createAndRestart = 'Create and restart';
export const createAndStart = 'Create and start';
