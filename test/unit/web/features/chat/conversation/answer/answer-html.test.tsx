/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { render, waitFor } from '@testing-library/react';
import { answerHtml } from 'web/features/chat/conversation/answer/answer-html';
import { Markdown } from 'web/features/chat/markdown/markdown.tsx';

/** Returns the HTML of a Markdown text, as the page shows it. The page of these tests computes no direction. */
const htmlOf = (text: string) => answerHtml(render(<Markdown text={text} />).container).replaceAll(' dir=""', '');

describe('the HTML of an answer', () => {
  it('has its words and their form, and no class', () => {
    expect(htmlOf('## Tea\n\nGreen **tea**, *hot*.\n\n> Quote\n\n3. three\n4. four')).toBe(
      '<h3>Tea</h3><p>Green <strong>tea</strong>, <em>hot</em>.</p><blockquote><p>Quote</p></blockquote>' +
        '<ol start="3"><li>three</li><li>four</li></ol>',
    );
  });

  it('keeps the addresses of links, and nothing else of them', () => {
    expect(htmlOf('[Tea](https://example.org/tea)')).toBe('<p><a href="https://example.org/tea">Tea</a></p>');
  });

  it('has code without its buttons and colors', async () => {
    const { container } = render(<Markdown text={'```js\nconst tea = 1;\n\treturn\n```'} />);
    await waitFor(() => expect(container.querySelector('pre span')).not.toBeNull());
    expect(answerHtml(container)).toBe('<pre dir="ltr"><code>const tea = 1;\n\treturn</code></pre>');
  });

  it('has tables with lines and the alignment of their columns', () => {
    expect(htmlOf('| a | b |\n|---|--:|\n| 1 | 2 |')).toBe(
      '<table border="1" cellspacing="0"><thead><tr><th>a</th><th align="right">b</th></tr></thead>' +
        '<tbody><tr><td>1</td><td align="right">2</td></tr></tbody></table>',
    );
  });

  it('has boxes of tasks as characters', () => {
    expect(htmlOf('- [x] done\n- [ ] to do').replaceAll(/\s+/g, ' ')).toBe('<ul><li>☑ done</li><li>☐ to do</li></ul>');
  });

  it.each([
    [String.raw`It is \(\frac{1}{2}\).`, String.raw`\frac{1}{2}`],
    ['$$\n\\sqrt{x} = y\n$$', String.raw`\sqrt{x} = y`],
  ])('has formulas as MathML with their source: %s', async (text, source) => {
    const { container } = render(<Markdown text={text} />);
    await waitFor(() => expect(container.querySelector('math')).not.toBeNull());
    const copy = document.createElement('div');
    copy.innerHTML = answerHtml(container);
    const math = copy.querySelector('math');
    expect(math?.getAttribute('xmlns')).toBe('http://www.w3.org/1998/Math/MathML');
    expect(math?.querySelector('semantics > mrow')?.querySelector('mfrac, msqrt')).not.toBeNull();
    expect(math?.querySelector('annotation[encoding="application/x-tex"]')?.textContent).toBe(source);
    math?.remove();
    expect(copy.querySelector('span, div, [class]')).toBeNull();
    expect(copy.textContent).not.toContain('sqrt');
  });

  it('has a formula that cannot be set as its source', async () => {
    const { container } = render(<Markdown text={String.raw`It is \(\unknown{x}\). And \(x\).`} />);
    await waitFor(() => expect(container.querySelector('math')).not.toBeNull());
    expect(answerHtml(container)).toContain(String.raw`<code dir="ltr">\(\unknown{x}\)</code>`);
  });

  it('keeps the direction of what it takes out of its frame', () => {
    const { container } = render(
      <div>
        <div dir="rtl" role="group">
          <table />
        </div>
        <p>
          <a href="#note">1</a>
          <span className="unseen">hidden</span>
        </p>
      </div>,
    );
    expect(answerHtml(container)).toBe('<table border="1" cellspacing="0" dir="rtl"></table><p>1</p>');
  });

  it('leaves what is shown as it was', () => {
    const { container } = render(<Markdown text={'`a`\n\n```\ncode\n```\n\n- [x] done'} />);
    const before = container.innerHTML;
    answerHtml(container);
    expect(container.innerHTML).toBe(before);
  });
});
