import { describe, expect, it } from '@jest/globals';
import { createBlockReader } from 'web/features/chat/markdown/blocks';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Markdown } from 'web/features/chat/markdown/markdown.tsx';

const html = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }));
const typesOf = (text: string) => createBlockReader()(text).map(({ type }) => type);

describe('mathematics in an answer', () => {
  it.each([
    ['\\( \\int_0^1 x^2\\,dx \\)'],
    ['\\[ \\sum_{i=1}^n a_i * b_i * c_i \\]'],
    ['$$ \\{a, b\\} = \\frac{1}{2} $$'],
    ['$e^{i\\pi} + 1 = 0$'],
    ['$x*y*z$'],
  ])('keeps the source of %s', (formula) => {
    expect(html(`It is ${formula}.`)).toContain(`<p>It is <code>${formula}</code>.</p>`);
  });

  it('keeps the source of a formula in lines of its own', () => {
    const formula = '\\[\n\\begin{aligned}\na &= b \\\\\n- c\n\\end{aligned}\n\\]';
    expect(typesOf(`So:\n\n${formula}\n\nDone.`).filter((type) => type !== 'space')).toEqual([
      'paragraph',
      'code',
      'paragraph',
    ]);
    expect(html(formula)).toContain(formula.replaceAll('&', '&amp;'));
    expect(html(formula)).toContain('Code: latex');
  });

  it.each([
    ['It costs $5, or $10 for two.', '<p>It costs $5, or $10 for two.</p>'],
    ['from $5 to 10$ a day', '<p>from $5 to 10$ a day</p>'],
    ['See \\[1\\].', '<p>See [1].</p>'],
    ['`$x^2$`', '<p><code>$x^2$</code></p>'],
    ['echo $HOME and $PATH', '<p>echo $HOME and $PATH</p>'],
  ])('takes no other text for a formula: %s', (text, shown) => {
    expect(html(text)).toContain(shown);
  });

  // Jest ends a test that takes seconds.
  it.each(['\\(', '\\[', '$$', '$'])('shows a formula that never ends as text: %s', (start) => {
    expect(html(`${start} x^2 `.repeat(20_000))).toContain('x^2');
    expect(html(`${start}\nx^2\n`.repeat(5_000))).toContain('x^2');
  });
});
