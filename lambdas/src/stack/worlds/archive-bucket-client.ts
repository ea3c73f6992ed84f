import { worldFileEndings } from 'shared-types/rules/stack/game';
import { unavailable } from '../../platform/outage.ts';
import { urlPresigner } from '../../platform/s3/presigned-url.ts';
import type { ArchiveBucket } from '../ports.ts';
import { archiveKey } from './archive.ts';

const downloadSeconds = 300;
const deleteSeconds = 60;
const timeoutMs = 4000;

/** Returns the bucket of the archives. */
export function archiveBucket(bucketUrl: string): ArchiveBucket {
  const presign = urlPresigner(bucketUrl);
  return {
    urlOf: (stackName, game, { archiveId, atMs }) => {
      const day = new Date(atMs).toISOString().slice(0, 16).replaceAll(/[T:]/g, '-');
      const disposition = `attachment; filename="${stackName}-${day}${worldFileEndings[game][0]}"`;
      const query = { 'response-content-disposition': disposition };
      return presign({ method: 'GET', key: archiveKey(stackName, archiveId), query }, downloadSeconds);
    },

    async remove(stackName, archiveId) {
      const url = await presign({ method: 'DELETE', key: archiveKey(stackName, archiveId) }, deleteSeconds);
      const { ok } = await fetch(url, { method: 'DELETE', signal: AbortSignal.timeout(timeoutMs) });
      if (!ok) throw unavailable();
    },
  };
}
