import { formatCount } from '../format.ts';
import type { ExportProgress } from './run-export.ts';

/** The count is written as on the screen, with thousands separators. */
export const countConversations = (count: string) => (count === '1' ? '1 conversation' : `${count} conversations`);

export const exporting = ({ conversations }: ExportProgress) =>
  `${countConversations(formatCount(conversations))} loaded`;

/** A file may be gone, or the bucket that an earlier deployment kept does not know the site's address. */
export function exported({ conversations, missingFiles }: ExportProgress) {
  const saved = `${countConversations(formatCount(conversations))} saved`;
  if (missingFiles === 0) return saved;
  return `${saved}. ${missingFiles === 1 ? '1 file' : `${formatCount(missingFiles)} files`} could not be loaded, so the zip is without.`;
}
export const couldNotExport = 'Could not export the conversations.';
