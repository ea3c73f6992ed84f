import { sha256Of } from './sha256.ts';

/** The pictures and PDFs of a question, as pictures.ts writes them, and the texts of its files, as the chat sends them. */
const picturesAndPdfs = /\((an? \w+ picture of \d+ bytes, [a-z ]+|the PDF .+ of \d+ bytes), SHA-256 \w+\)/g;
const textsOfFiles = /^\[File (.+)\]\n([^]*?)\n\[End of \1\]$/gm;

/** Returns an answer in Markdown that says it comes from a fake. */
export function answerTo(question: string, model: string): string {
  if (question.startsWith('Write a title')) return titleTo(question);
  const asked = question.trim().split('\n')[0]?.slice(0, 120) ?? '';
  const pictures = question.match(picturesAndPdfs) ?? [];
  const texts = Array.from(
    question.matchAll(textsOfFiles),
    ([, name, text = '']) => `(the text of ${name}, SHA-256 ${sha256Of(text)})`,
  );
  const wanted = /\b(\d{1,3}) ?kB\b/i.exec(question)?.[1];
  const intro = `This is the built-in stand-in, answering in the place of **${model}**. You asked: "${asked}".`;
  if (wanted !== undefined) return ofLength(intro, Number(wanted) * 1024);
  const fitting = samples.filter(({ about }) => about.test(question)).map(({ text }) => text);
  const shown = [...pictures, ...texts];
  const seen = shown.length > 0 ? [`It was shown ${shown.join(' and ')}.`] : [];
  return [intro, ...seen, ...(fitting.length > 0 ? fitting : [small]), outro].join('\n\n');
}

/** Models set a title in bold or in quotation marks, even when they are told not to. */
const titleTo = (request: string) => {
  const words = /^Question: (.*)$/m.exec(request)?.[1]?.split(/\s+/) ?? [];
  return `**A talk about “${words
    .slice(-2)
    .join(' ')
    .replace(/[.?!]$/, '')}”**`;
};

/** Lists the messages that were sent. */
export const echoOf = (messages: readonly { role: string; content: string }[]) =>
  `The stand-in was sent this:\n\n${messages.map(({ role, content }, index) => `${index + 1}. **${role}**: ${content.replaceAll(/\s+/g, ' ')}`).join('\n')}`;

const small = `It knows nothing, so this is all it can say:

1. Your question arrived, word for word.
2. A worker took it from the queue and asked this stand-in.
3. You see the words as they come, as with a real model.`;

const outro = 'Start the site with `OPENAI_API_KEY=…` to ask a real one.';

const samples = [
  {
    about: /\b(code|function|program|script|typescript|python)\b/i,
    text: `A function, as a real model might write it:

\`\`\`typescript
/** Greatest common divisor, by Euclid. */
export function gcd(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return Math.abs(a);
}
\`\`\`

It takes \`O(log n)\` steps.`,
  },
  {
    about: /\b(table|compare|comparison|difference)\b/i,
    text: `| | tea | coffee |
|---|---|---|
| caffeine | 30 mg | 95 mg |
| brewed in | 3 min | 4 min |
| *made up* | yes | yes |`,
  },
  {
    about: /\b(list|steps|plan|ideas)\b/i,
    text: `- a first idea, with a detail
  - and one below it
- a second idea
- [a link](https://example.org/) that goes nowhere in particular

> Nothing of this was thought about.`,
  },
];

const sentence = 'This sentence is here to fill the space that you asked for, and for nothing else.';

/** Repeats paragraphs up to a number of bytes. */
function ofLength(intro: string, bytes: number): string {
  const parts = [intro];
  for (let length = intro.length, count = 1; length < bytes; count += 1) {
    const paragraph = `\n\n${count}. ${Array.from({ length: 5 }, () => sentence).join(' ')}`;
    parts.push(paragraph);
    length += paragraph.length;
  }
  return parts.join('').slice(0, bytes);
}

/** Splits a text into pieces of about a token, never inside a character. */
export const tokensOf = (text: string): string[] => text.match(/\s*\S{1,6}|\s+/gu) ?? [];
