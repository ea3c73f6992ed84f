/**
 * `npm run words`: comments and documents are full sentences about things (docs/glossary.md says which names to use).
 * Each rule has its reason, which is printed with the place.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { commentsOf } from './comments.ts';

const rules = [
  {
    name: 'names a person who is not there',
    pattern: /\b(whoever|nobody|somebody|of whom)\b/i,
  },
  {
    name: 'begins like a noun phrase, not like a sentence',
    pattern: /^(What|How|Of|Where|Who|Whoever|Whose|Whatever|Wherever|Those)\b/,
  },
] as const;

/** The rules that a comment breaks. */
export const brokenRules = (comment: string): string[] =>
  rules.filter(({ pattern }) => pattern.test(comment)).map(({ name }) => name);

if (import.meta.main) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
  const files = listed
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs|cjs|js|css|sh|md|ya?ml|java|html)$|^\.ci\/run$/.test(file));
  const broken = files.flatMap((file) =>
    commentsOf(file, readFileSync(file, 'utf8')).flatMap(({ line, text }) =>
      brokenRules(text).map((rule) => `${file}:${line}: ${rule}: ${text.slice(0, 120)}`),
    ),
  );
  for (const each of broken) console.log(each);
  console.log(`${broken.length} comments to mend`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}
