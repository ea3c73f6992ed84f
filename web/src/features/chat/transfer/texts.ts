import { formatCount } from '../format.ts';
import type { ExportProgress, ExportZip } from './run-export.ts';

/** The count is written as on the screen, with thousands separators. */
export const countConversations = (count: string) => (count === '1' ? '1 conversation' : `${count} conversations`);

export const countFiles = (count: number) => (count === 1 ? '1 file' : `${formatCount(count)} files`);

export const exporting = ({ conversations, files }: ExportProgress) =>
  `${countConversations(formatCount(conversations))}${files === 0 ? '' : ` and ${countFiles(files)}`} loaded`;

/** A file may be gone, or the bucket that an earlier deployment kept does not know the site's address. */
export function exported({ conversations, missingFiles }: ExportProgress) {
  const saved = `${countConversations(formatCount(conversations))} saved`;
  if (missingFiles === 0) return saved;
  return `${saved}. ${countFiles(missingFiles)} could not be loaded, so the zip is without.`;
}

export const exportStopped = 'Export stopped. Nothing was saved.';

/** What is loaded is not loaded again. */
export const exportFailed = (zip: ExportZip | undefined) =>
  !zip || zip.current === ''
    ? 'Could not export the conversations.'
    : `The export stopped at “${zip.current}”, after ${countConversations(formatCount(zip.done.size))}. Retry goes on from there.`;
