import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Keeps the objects of buckets as files. Versions are not kept: the product reads the newest ones only. */
export function openObjectStore(dataDir: string) {
  // A key may be any text, so its letters are escaped.
  const fileOf = (bucket: string, key: string) => join(dataDir, 's3', bucket, `${encodeURIComponent(key)}.object`);
  return {
    get(bucket: string, key: string) {
      const file = fileOf(bucket, key);
      return existsSync(file) ? readFileSync(file) : undefined;
    },
    put(bucket: string, key: string, body: Buffer) {
      const file = fileOf(bucket, key);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, body);
      renameSync(`${file}.new`, file);
    },
    remove: (bucket: string, key: string) => rmSync(fileOf(bucket, key), { force: true }),
  };
}

export type ObjectStore = ReturnType<typeof openObjectStore>;
