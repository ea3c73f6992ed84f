/**
 * `npm run words`: comments and documents are full sentences about things (docs/glossary.md says which names to use).
 * Each rule has its reason, which is printed with the place.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { commentsOf } from './comments/comments.ts';
import { describedFunctions } from './comments/described-functions.ts';
import { isNounPhrase } from './comments/noun-phrase.ts';

const rules = [
  {
    name: 'names a person who is not there',
    pattern: /\b(whoever|nobody|somebody|someone|no one|of whom)\b(?!-)/i,
  },
  {
    name: 'begins like a noun phrase, not like a sentence',
    pattern: /^["'(“]?(What|How|Of|Where|Who|Whoever|Whose|Whatever|Wherever|Those)\b/,
  },
  {
    name: 'says one that instead of the noun',
    pattern: /(?<!\bthe (?:\w+ )?)\bone that\b/i,
  },
] as const;

/** Returns the sentences of a comment that break a rule, each with the rule. */
export const brokenRules = (comment: string): { rule: string; sentence: string }[] =>
  sentencesOf(comment).flatMap((sentence) =>
    rules.filter(({ pattern }) => pattern.test(sentence)).map(({ name }) => ({ rule: name, sentence })),
  );

/** Returns the descriptions of functions that name a thing instead of saying what the function does (docs/decisions/0075). */
export const nounPhrases = (file: string, source: string) =>
  /\.(ts|tsx|mjs|js)$/.test(file)
    ? describedFunctions(file, source).filter(({ text }) => isNounPhrase(sentencesOf(text)[0] ?? ''))
    : [];

/** Returns the sentences except questions, which may begin with What or How. */
const sentencesOf = (comment: string) =>
  comment.split(/(?<=[.!?])["')\]’”]*\s+(?=["'(“]?\p{Lu})/u).filter((sentence) => !sentence.endsWith('?'));

if (import.meta.main) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
  const files = listed
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs|cjs|js|css|sh|md|ya?ml|java|html)$|^\.ci\/run$/.test(file));
  const broken = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return [
      ...commentsOf(file, source).flatMap(({ line, text }) => brokenRules(text).map((each) => ({ line, ...each }))),
      ...nounPhrases(file, source).map(({ line, text }) => ({
        line,
        rule: 'describes a function without a verb, as "Returns"',
        sentence: text,
      })),
    ].map(({ line, rule, sentence }) => `${file}:${line}: ${rule}: ${sentence.slice(0, 120)}`);
  });
  for (const each of broken) console.log(each);
  console.log(`${broken.length} comments to mend`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}
