import { readdirSync, readlinkSync } from 'node:fs';

/** Returns the ids of the processes whose working directory is in the folder. */
export const processesIn = (folder: string): string[] =>
  readdirSync('/proc').filter((id) => {
    try {
      return /^\d+$/.test(id) && readlinkSync(`/proc/${id}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });
