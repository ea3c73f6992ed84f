import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Consents = z.record(z.string(), z.string());

/** Who has agreed that the site may ask about them: an account's subject by each refresh token, in one file. */
export function openConsents(dataDir: string) {
  const file = join(dataDir, 'google.json');
  const subjects = recalled(file);
  const keep = () => {
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(subjects)), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  return {
    give(token: string, subject: string) {
      subjects.set(token, subject);
      keep();
    },
    subjectOf: (token: string) => subjects.get(token),
    /** By any of its tokens, and with all of them: Google knows one consent for a person and a site. */
    end(token: string): boolean {
      const subject = subjects.get(token);
      for (const [other, whose] of subjects) if (whose === subject) subjects.delete(other);
      if (subject !== undefined) keep();
      return subject !== undefined;
    },
    count: (subject: string) => [...subjects.values()].filter((each) => each === subject).length,
  };
}

function recalled(file: string): Map<string, string> {
  try {
    return new Map(Object.entries(Consents.parse(JSON.parse(readFileSync(file, 'utf8')))));
  } catch {
    return new Map();
  }
}
