/** Describes the size of a file: '0.3 MB', '512 MB'. */
export function describeSize(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return `${megabytes < 10 ? Math.max(0.1, megabytes).toFixed(1) : Math.round(megabytes)} MB`;
}
