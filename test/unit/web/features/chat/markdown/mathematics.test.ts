import { describe, expect, it } from '@jest/globals';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createBlockReader } from 'web/features/chat/markdown/blocks';
import type { FormulaToken } from 'web/features/chat/markdown/mathematics';
import { Markdown } from 'web/features/chat/markdown/markdown.tsx';
import { formulas, prices } from './dollars.ts';

const html = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }));

const isFormula = (value: unknown): value is FormulaToken =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'formula';

/** Returns the formulas of an answer, in their order. An open one has no text yet. */
function formulasIn(text: string, isGrowing = false): unknown[] {
  const found: unknown[] = [];
  JSON.stringify(createBlockReader()(text, isGrowing), (_, value: unknown) => {
    if (isFormula(value)) found.push(value.tex);
    return value;
  });
  return found;
}

describe('mathematics in an answer', () => {
  it.each(formulas)('is found in %j', (text, ...expected) => {
    expect(formulasIn(text)).toEqual(expected);
  });

  it.each(prices)('is not %j', (text) => {
    expect(formulasIn(text)).toEqual([]);
  });

  it('keeps its source in a sentence', () => {
    expect(html('It is $x*y*z$.')).toBe(
      '<div class="markdown"><p dir="auto">It is <code dir="ltr">$x*y*z$</code>.</p></div>',
    );
  });

  it('keeps its source in lines of its own, also with a blank line', () => {
    const formula = '\\[\n\\begin{aligned}\na &= b \\\\\n\n- c\n\\end{aligned}\n\\]';
    expect(html(`So:\n\n${formula}\n\nDone.`)).toContain(`>${formula.replaceAll('&', '&amp;')}</code>`);
  });

  it('has a line for each formula of a fence', () => {
    expect(formulasIn('```math\na = b\n\nc = d\n```')).toEqual(['a = b\\\\\nc = d']);
    const matrix = '\\begin{pmatrix}\na\n\nb\n\\end{pmatrix}';
    expect(formulasIn(`\`\`\`math\n${matrix}\n\`\`\``)).toEqual([matrix]);
  });

  it.each([
    'a $x^2',
    'a \\(x',
    'a $$x',
    'so\n\n$$\nx',
    'so\n\n\\[\nx\n\n+ y',
    'so\n\n\\begin{align}\nx',
    '- a\n  $$\n  x',
  ])('waits for its end while the answer grows: %j', (text) => {
    expect(formulasIn(text, true)).toEqual([undefined]);
    expect(html(text)).toContain('x');
  });

  it('is the same in an answer that grew', () => {
    for (const [text, ...expected] of formulas) {
      const read = createBlockReader();
      for (let length = 1; length < text.length; length += 3) read(text.slice(0, length), true);
      expect(read(text)).toEqual(createBlockReader()(text));
      expect(formulasIn(text)).toEqual(expected);
    }
  });

  // Jest ends a test that takes seconds.
  it.each(['\\(', '\\[', '$$', '$', '\\begin{align}'])('shows a formula that never ends as text: %s', (start) => {
    expect(html(`${start} x^2 `.repeat(20_000))).toContain('x^2');
    expect(html(`${start}\nx^2\n`.repeat(5_000))).toContain('x^2');
  });
});
