/** `npm run texts:check`: no text that a person can see matches a forbidden pattern or stands outside the message files. */
import { isMessageFile, isSentence, type ScreenText, screenTexts } from './texts.ts';

/** Patterns that no text on screen may match, each with what to write instead. */
const forbiddenTexts: readonly { pattern: RegExp; instead: string }[] = [
  {
    pattern: /\b(was|were|is|are) not (kept|sent|made|marked|deleted|ended|revoked|started|saved)\b/i,
    instead: 'Could not … . Try again.',
  },
  { pattern: /\bcould not be (loaded|shown|undone|sent|deleted|brought)\b/i, instead: 'Could not load …' },
  { pattern: /\b(nobody|somebody|whoever|of whom|one's)\b/i, instead: 'the thing as the subject' },
  { pattern: /\bpasses the filter\b/i, instead: 'No houses match these filters.' },
  { pattern: /\b(is|are) no longer followed|cannot be followed\b/i, instead: 'Live updates are paused.' },
  { pattern: /\b(is|are|was|were) asked\b/i, instead: 'an active verb' },
  { pattern: /\bjust now\b(?!$)/i, instead: 'right now' },
  { pattern: /\bnot (un\w+ed|without|nothing)\b/i, instead: 'the positive form' },
  { pattern: /\bno longer good|not right|cannot be had\b/i, instead: 'invalid, expired, taken' },
  {
    pattern: /\b(turns? us away|let alone|left alone|comes? to nothing|lost on the way)\b/i,
    instead: 'blocked, failed',
  },
  { pattern: /\bthe site made a mistake\b/i, instead: 'Something went wrong on our side.' },
  { pattern: /\b(former|anew|in other words|as a rule)\b/i, instead: 'previous, again, edit, usually' },
  { pattern: /\be-mail\b/i, instead: 'email' },
  { pattern: /\btelephone\b/i, instead: 'phone' },
  { pattern: /n['’]t\b|\b(we|you|it|they)['’](ll|re|s|ve)\b/i, instead: 'the full words: does not, we will' },
  { pattern: /\p{L}'\p{L}/u, instead: 'the typographic apostrophe ’' },
  { pattern: /\b(an?|the|this|just|[Cc]hat) id\b|\bId of\b/, instead: 'ID' },
  { pattern: /^(None|Nothing)\.$/, instead: 'the name of the thing: No outputs.' },
  { pattern: /\bnew chats?\b/i, instead: 'conversation' },
  { pattern: /\b(is not answering|(does|did) not answer)\b/i, instead: 'is not responding, did not respond' },
  { pattern: /\b(the|these|no other|by) mails?\b/i, instead: 'email' },
  { pattern: /\bby itself\b/i, instead: 'automatically' },
  { pattern: /\b(the|a|chosen) archive\b|\bpresent (world|one)\b/i, instead: 'backup, current' },
  { pattern: /\b(is|are) no (text|picture|world|community|file|page)\b/i, instead: 'is not a' },
  {
    pattern: /\bnot there any more\b|\bat the same time\. Look\b/i,
    instead: 'no longer available; Review …, then try again.',
  },
  { pattern: /^\p{Ll}\S* \S+ [^.…]*[^.]\.$/u, instead: 'a sentence that starts with a capital letter' },
];

/** Texts that the specification gives word for word. */
const specifiedTexts: ReadonlySet<string> = new Set([
  'password should be at least 8 characters, contains numeric, lower and upper case letters',
  'password not match',
  "Don't have an account? Sign Up",
]);

/** Returns the texts that match a forbidden pattern, each with what to write instead. */
export const forbiddenMatches = (texts: readonly ScreenText[]): string[] =>
  texts
    .filter(({ text }) => !specifiedTexts.has(text))
    .flatMap(({ file, text }) =>
      forbiddenTexts
        .filter(({ pattern }) => pattern.test(text))
        .map(({ pattern, instead }) => `${file}: ${text}\n  matches ${String(pattern)}; write instead: ${instead}`),
    );

/**
 * Returns the texts of the browser that stand in no message file: all of a component, and the whole sentences of other modules,
 * whose shorter literals may be keys.
 */
export const misplacedTexts = (texts: readonly ScreenText[]): string[] =>
  texts
    .filter(({ file }) => /^web\/src\/.*\.tsx?$/.test(file) && !isMessageFile(file))
    .filter(({ file, text }) => file.endsWith('x') || isSentence(text))
    .map(({ file, text }) => `${file}: ${text}\n  belongs in messages.ts, or sentences.tsx if it holds elements`);

if (import.meta.main) {
  const texts = screenTexts();
  const matches = [...forbiddenMatches(texts), ...misplacedTexts(texts)];
  for (const each of matches) console.log(each);
  console.log(`${matches.length} texts to mend`);
  process.exitCode = matches.length === 0 ? 0 : 1;
}
