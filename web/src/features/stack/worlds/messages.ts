import type { StackWorld, WorldArchive } from 'shared-types/contract/stack';

const reasons: Record<WorldArchive['reason'], (origin: string) => string> = {
  stop: () => 'at a stop',
  boot: () => 'before a start',
  live: () => 'while running',
  upload: (fileName) => `uploaded as ${fileName}`,
  copy: (stackName) => `copied from ${stackName}`,
};

/** Describes the size of a file: '0.3 MB', '512 MB'. */
export function describeSize(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return `${megabytes < 10 ? Math.max(0.1, megabytes).toFixed(1) : Math.round(megabytes)} MB`;
}

/** Describes a backup: '12 MB · Minecraft 1.26.52.3 · at a stop'. */
export const describeBackup = ({ bytes, version, reason, origin = '' }: WorldArchive) =>
  [describeSize(bytes), version && `Minecraft ${version}`, reasons[reason](origin)].filter(Boolean).join(' · ');

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
  `The current world is backed up first and stays in this list. ${
    isRunning ? 'The server restarts, which takes about five minutes.' : 'The server starts with it.'
  }`;

export const backupsOfTheWorld = 'World backups';
export const backingUp = 'Backing up…';
export const backUpNow = 'Back up';
export const newWorld = 'Create world…';
export const keepWorld = 'Keep world';
export const noBackupsYet = 'No backups yet. Each stop creates one.';
export const download = 'Download';
export const rollBack = 'Roll back';
export const backupOf = (time: string) => `the backup of ${time}`;
export const aNewWorld = 'a new world';
export const rollBackQuestion = 'Roll back to this backup?';
export const cancel = 'Cancel';
export const close = 'Close';
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

/** Names the world that is replaced: by its own name as the newest backup has it, and by its server. */
export function describeReplacedWorld(archives: readonly WorldArchive[], stackName: string): string {
  const own = archives.find(({ reason }) => reason !== 'upload' && reason !== 'copy');
  return own?.levelName ? `the world “${own.levelName}” of ${stackName}` : `the current world of ${stackName}`;
}

export const describeUpload = (file: { name: string; size: number }, replaced: string) =>
  `${file.name} (${describeSize(file.size)}) replaces ${replaced}.`;

export const uploadWorld = 'Upload world…';
export const worldFile = 'World file';
export const uploadWorldTitle = 'Upload this world?';
export const uploading = (fileName: string) => `Uploading ${fileName}`;
export const checkingWorld = 'Checking the world…';
export const uploadAndRestart = 'Upload and restart';
export const uploadAndStart = 'Upload and start';
export const emptyFile = 'This file is empty. Choose another one.';
export const tooLargeFile = (maxBytes: number) =>
  `This file is larger than ${describeSize(maxBytes)}. Remove add-ons or old players from the world, and export it again.`;
export const uploadFailed = 'The file could not be uploaded. Check your connection and try again.';

export const copyWorld = 'Copy…';
export const copyWorldTitle = 'Copy to another server';
export const copyTo = 'Server';
export const copy = 'Copy';
export const describeCopy = (time: string, stackName: string) =>
  `The next start of ${stackName} begins with the world of ${time}. Its own world is backed up first and stays in its list.`;
