import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface ObjectStore {
  get(bucket: string, key: string): Buffer | undefined;
  put(bucket: string, key: string, body: Buffer): void;
  remove(bucket: string, key: string): void;
}

/** Keeps the objects of buckets as files. Versions are not kept: the product reads the newest ones only. */
export function openObjectStore(dataDir: string): ObjectStore {
  // A key may be any text, so its letters are escaped.
  const fileOf = (bucket: string, key: string) => join(dataDir, 's3', bucket, `${encodeURIComponent(key)}.object`);
  return {
    get(bucket, key) {
      const file = fileOf(bucket, key);
      return existsSync(file) ? readFileSync(file) : undefined;
    },
    put(bucket, key, body) {
      const file = fileOf(bucket, key);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, body);
      renameSync(`${file}.new`, file);
    },
    remove: (bucket, key) => rmSync(fileOf(bucket, key), { force: true }),
  };
}
