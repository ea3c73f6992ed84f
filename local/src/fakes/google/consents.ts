import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Consents = z.record(z.string(), z.string());

/** Keeps the consents in one file: the subject of an account by refresh token. */
export function openConsents(dataDir: string) {
  const file = join(dataDir, 'google.json');
  const subjects = load(file);
  const save = () => {
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(subjects)), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  return {
    grant(token: string, subject: string) {
      subjects.set(token, subject);
      save();
    },
    subjectOf: (token: string) => subjects.get(token),
    /** Ends all consents of the token's account: Google has one consent for each person and site. */
    revoke(token: string): boolean {
      const subject = subjects.get(token);
      for (const [other, otherSubject] of subjects) if (otherSubject === subject) subjects.delete(other);
      if (subject !== undefined) save();
      return subject !== undefined;
    },
    count: (subject: string) => [...subjects.values()].filter((each) => each === subject).length,
  };
}

function load(file: string): Map<string, string> {
  try {
    return new Map(Object.entries(Consents.parse(JSON.parse(readFileSync(file, 'utf8')))));
  } catch {
    return new Map();
  }
}
