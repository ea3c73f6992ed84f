const prose = 'A query reads every item that it returns, rounded up to four kilobytes in total. ';
const proseOf = (length: number) => prose.repeat(Math.ceil(length / prose.length)).slice(0, length);

const run = '*a_'.repeat(1660);
const paragraphs = (text: string) => Array.from({ length: 12 }, () => text).join('\n\n');

/** Answers that made a tab freeze, each with a plain answer of as many bytes in as many paragraphs. */
export const hostileAnswers = [
  { name: '12 paragraphs of unclosed emphasis', hostile: paragraphs(run), plain: paragraphs(proseOf(run.length)) },
  { name: 'one run of unclosed emphasis', hostile: run, plain: proseOf(run.length) },
  { name: '6,000 nested lists', hostile: '1. '.repeat(6000), plain: proseOf(18_000) },
];
