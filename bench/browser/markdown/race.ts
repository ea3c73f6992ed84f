// Draws the same answer with our reader and with react-markdown, in turns, and prints the milliseconds of each.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Markdown } from 'web/features/chat/markdown/markdown.tsx';
import { createBlockReader } from 'web/features/chat/markdown/blocks';
import { answerOf } from './answer.ts';
import { hostileAnswers } from './hostile.ts';

const text = answerOf(Number(process.argv[2]));
const rounds = Number(process.argv[3]);

function time(draw: () => unknown) {
  const start = performance.now();
  draw();
  return performance.now() - start;
}

/** Reads an answer while it grows, and draws it in the end. */
function grow(answer: string) {
  const read = createBlockReader();
  for (let length = 300; length < answer.length; length += 300) read(answer.slice(0, length), true);
  return renderToStaticMarkup(createElement(Markdown, { text: answer }));
}

const ours = () => renderToStaticMarkup(createElement(Markdown, { text }));
const theirs = () => renderToStaticMarkup(createElement(ReactMarkdown, { remarkPlugins: [remarkGfm] }, text));

const times = Array.from({ length: rounds }, () => ({ ours: time(ours), theirs: time(theirs) }));
const hostile = hostileAnswers.map((answer) => ({
  name: answer.name,
  times: Array.from({ length: rounds }, () => ({
    hostile: time(() => grow(answer.hostile)),
    plain: time(() => grow(answer.plain)),
  })),
}));
process.stdout.write(JSON.stringify({ bytes: Buffer.byteLength(text), times, hostile }));
