import type { CopyFile, FileBucket, UploadBucket } from 'lambdas/chat/ports';

const etagOf = (content: Buffer) => content.toString('base64');

/**
 * Keeps the buckets of uploads and files in memory. The rules of S3 are tested with its clients: see
 * test/http/chat/files.test.ts.
 */
export function memoryBuckets() {
  const uploaded = new Map<string, { type: string; content: Buffer }>();
  const kept = new Map<string, Buffer>();
  const uploads: UploadBucket = {
    formFor: async (userId, fileId) => ({ url: 'https://uploads.example/', fields: { key: `${userId}/${fileId}` } }),
    async find(userId, fileId) {
      const found = uploaded.get(`${userId}/${fileId}`);
      return (
        found && { type: found.type, bytes: found.content.length, etag: etagOf(found.content), start: found.content }
      );
    },
    async keep(userId, { fileId, key }, etag) {
      const found = uploaded.get(`${userId}/${fileId}`);
      if (!found || etagOf(found.content) !== etag) return false;
      kept.set(key, found.content);
      return true;
    },
  };
  const files: FileBucket = {
    addressOf: async ({ key, name }) => `https://files.example/${key}?name=${encodeURIComponent(name)}`,
    read: async (key) => kept.get(key),
    async remove(keys) {
      for (const key of keys) kept.delete(key);
    },
  };
  const copyFile: CopyFile = async (from, to) => {
    const content = kept.get(from);
    if (content) kept.set(to, content);
    return content !== undefined;
  };
  return { uploads, files, copyFile, uploaded, kept };
}
