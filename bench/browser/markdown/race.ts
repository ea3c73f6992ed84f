// Draws the same answer with our reader and with react-markdown, in turns, and prints the milliseconds of each.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Markdown } from 'web/features/chat/markdown/markdown.tsx';
import { answerOf } from './answer.ts';

const text = answerOf(Number(process.argv[2]));
const rounds = Number(process.argv[3]);

function time(draw: () => string) {
  const start = performance.now();
  draw();
  return performance.now() - start;
}

const ours = () => renderToStaticMarkup(createElement(Markdown, { text }));
const theirs = () => renderToStaticMarkup(createElement(ReactMarkdown, { remarkPlugins: [remarkGfm] }, text));

const times = Array.from({ length: rounds }, () => ({ ours: time(ours), theirs: time(theirs) }));
process.stdout.write(JSON.stringify({ bytes: Buffer.byteLength(text), times }));
