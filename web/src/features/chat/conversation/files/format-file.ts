const units = ['B', 'KB', 'MB'];

/** Formats the size of a file: '12 KB', '1.4 MB'. */
export function formatBytes(bytes: number): string {
  const unit = bytes < 1000 ? 0 : bytes < 999_500 ? 1 : 2;
  const value = bytes / 1000 ** unit;
  return `${value.toFixed(unit === 2 && value < 10 ? 1 : 0)} ${units[unit] ?? ''}`;
}

/** Returns the extension of a file's name, which is short enough for an icon. */
export const extensionOf = (name: string) => /\.(\w{1,4})$/.exec(name)?.[1]?.toUpperCase() ?? '';
