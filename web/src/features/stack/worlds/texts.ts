/** Describes the size of a file: '0.3 MB', '512 MB'. */
export function describeSize(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return `${megabytes < 10 ? Math.max(0.1, megabytes).toFixed(1) : Math.round(megabytes)} MB`;
}

/** Describes the effect of going back to a backup. */
export const describeRollBack = (isRunning: boolean) =>
  `The current world is backed up first and stays in this list. ${
    isRunning ? 'The server restarts, which takes about five minutes.' : 'The server starts with it.'
  }`;
