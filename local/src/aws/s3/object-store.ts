import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The type of an object that was stored without one. */
const defaultType = 'binary/octet-stream';

/** Keeps the objects of buckets as files. Versions are not kept: the product reads the newest ones only. */
export function openObjectStore(dataDir: string) {
  // A key may be any text, so its letters are escaped.
  const fileOf = (bucket: string, key: string) => join(dataDir, 's3', bucket, `${encodeURIComponent(key)}.object`);
  const typeFileOf = (bucket: string, key: string) => `${fileOf(bucket, key)}-type`;
  return {
    get(bucket: string, key: string) {
      const file = fileOf(bucket, key);
      return existsSync(file) ? readFileSync(file) : undefined;
    },
    typeOf(bucket: string, key: string) {
      const file = typeFileOf(bucket, key);
      return existsSync(file) ? readFileSync(file, 'utf8') : defaultType;
    },
    put(bucket: string, key: string, body: Buffer, contentType = defaultType) {
      const file = fileOf(bucket, key);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(typeFileOf(bucket, key), contentType);
      writeFileSync(`${file}.new`, body);
      renameSync(`${file}.new`, file);
    },
    remove(bucket: string, key: string) {
      rmSync(fileOf(bucket, key), { force: true });
      rmSync(typeFileOf(bucket, key), { force: true });
    },
  };
}

export type ObjectStore = ReturnType<typeof openObjectStore>;
