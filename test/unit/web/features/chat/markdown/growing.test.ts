import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Markdown } from 'web/features/chat/markdown/markdown.tsx';

const pageOf = (name: string) => readFileSync(new URL(`pages/${name}.txt`, import.meta.url), 'utf8').trimEnd();

/** Marks of Markdown, of HTML and of formulas. */
const marks = ['*', '|', '`', '$', '](', '~~', '\\', '&lt;', '&gt;', '^', '#', '--'];
const countOf = (text: string, mark: string) => text.split(mark).length - 1;

const html = (text: string, isGrowing: boolean) =>
  renderToStaticMarkup(createElement(Markdown, { text, isGrowing })).replace(
    /^<div class="markdown">([^]*)<\/div>$/,
    '$1',
  );

/** Returns the names of the blocks of an answer. */
function blocksIn(content: string): string[] {
  const blocks: string[] = [];
  let depth = 0;
  for (const [, slash, name = ''] of content.matchAll(/<(\/?)(\w+)[^>]*?>/g)) {
    if (/^(?:br|hr|input)$/.test(name)) continue;
    if (slash === '' && depth === 0) blocks.push(name);
    depth += slash === '' ? 1 : -1;
  }
  return blocks;
}

/** Returns the text of an answer without controls and formulas. */
const textIn = (content: string) =>
  content
    .replaceAll(/<div class="head"[^>]*>.*?<\/output><\/div>/g, '')
    .replaceAll(/<code[^>]*>(?:\$|\\[([b])[^]*?<\/code>/g, 'f')
    .replaceAll(/<[^>]*>/g, '');

const frameOf = (text: string, isGrowing: boolean) => {
  const content = html(text, isGrowing);
  return { blocks: blocksIn(content), text: textIn(content) };
};

describe('an answer that grows', () => {
  it.each(['chinese', 'japanese', 'arabic', 'mathematics'])('never shows a mark or changes a block: %s', (name) => {
    const text = pageOf(name);
    const whole = frameOf(text, false);
    const faults: unknown[] = [];
    for (let length = 1; length <= text.length; length += 2) {
      const frame = frameOf(text.slice(0, length), true);
      const end = text.slice(Math.max(0, length - 30), length);
      for (const [index, block] of frame.blocks.entries())
        if (block !== whole.blocks[index]) faults.push({ end, block, index });
      // A frame may hold the marks that the whole answer shows up to a few characters later.
      const shown = whole.text.slice(0, frame.text.length + 4);
      for (const mark of marks) if (countOf(frame.text, mark) > countOf(shown, mark)) faults.push({ end, mark });
    }
    expect(whole.blocks.length).toBeGreaterThan(5);
    expect(faults).toEqual([]);
  });

  it.each([
    ['Key points:\n-', ['p']],
    ['Key points:\n- a', ['p', 'ul']],
    ['Title\n=', ['p']],
    ['1', []],
    ['1.', []],
    ['1. a', ['ol']],
    ['#', []],
    ['# a', ['h3']],
    ['a\n\n```', ['p']],
    ['| a | b |', []],
    ['| a | b |\n|--', []],
    ['| a | b |\n|--|--|', ['div']],
    ['<deta', []],
    ['[^1]', []],
    ['<!-- a\n\nb', []],
    ['<details>\n<summ', []],
    ['$$x$$', []],
    ['```math', []],
  ])('is of the kind that it will be: %j', (text, blocks) => {
    expect(frameOf(text, true).blocks).toEqual(blocks);
  });

  it.each([
    ['a **b', 'a <strong>b</strong>'],
    ['a **b *c', 'a <strong>b <em>c</em></strong>'],
    ['a **b**', 'a <strong>b</strong>'],
    ['a ~~b', 'a <del>b</del>'],
    ['a `b', 'a <code>b</code>'],
    ['a **', 'a '],
    ['a [b](https://e.exa', 'a b'],
    ['a [**b**', 'a <strong>b</strong>'],
    ['a ![b](https://', 'a '],
    ['a <su', 'a '],
    ['a<sub>2', 'a<sub>2</sub>'],
    ['a &am', 'a '],
    ['a [^1', 'a '],
    ['a \\*', 'a '],
  ])('shows what is open as it will be: %j', (text, shown) => {
    expect(html(text, true).replaceAll(/ dir="\w+"/g, '')).toBe(`<p>${shown}</p>`);
  });

  it.each([
    ['设置 $HOME 后运行：\n\n```bash\ncd ~', '设置 $HOME 后运行：'],
    ['Costs $10.\n\n', 'Costs $10.'],
    ['Q&A\n\n```bash\n', 'Q&amp;A'],
    ['- 专业版 $20\n\n```bash\n', '专业版 $20'],
    ['So **bold:\n\n```bash\n', 'So **bold:'],
    ['| a |\n|---|\n| $10 |\n', 'a$10'],
  ])('shows what is before the last block as it is: %j', (text, shown) => {
    expect(textIn(html(text, true)).startsWith(shown)).toBe(true);
  });
});
