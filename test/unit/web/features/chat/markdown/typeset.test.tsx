/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { Markdown } from 'web/features/chat/markdown/markdown.tsx';
import { typeset } from 'web/features/chat/markdown/typeset';

const mathml = (tex: string, isDisplay = false) =>
  render(<p>{typeset({ source: 'source', tex, isDisplay })}</p>).container.querySelector('math')?.outerHTML ?? '';

describe('a formula in an answer', () => {
  it('is set as MathML in the line, and its source is what a selection copies', async () => {
    const { container } = render(<Markdown text="Half is \(\frac{1}{2}\)." />);
    await waitFor(() => expect(container.querySelector('p math mfrac')?.textContent).toBe('12'));
    expect(container.querySelector('[aria-hidden]')?.textContent).toBe(String.raw`\(\frac{1}{2}\)`);
    expect(container.querySelector('code')).toBeNull();
  });

  it('keeps the punctuation behind it in its line', async () => {
    const { container } = render(<Markdown text="（$a$），$b$-th, $c$. \[d\], \(e\)" />);
    await waitFor(() => expect(container.querySelectorAll('math')).toHaveLength(5));
    expect([...container.querySelectorAll('.unbroken')].map(({ lastChild }) => lastChild?.textContent)).toEqual([
      '），',
      '.',
    ]);
    expect(container.querySelector('p')?.textContent).toMatch(/-th, .*\. .*, /);
  });

  it('is set in a line of its own, which scrolls when it is too wide', async () => {
    render(<Markdown text={'So:\n\n$$\n\\sum_{i=1}^n i\n$$\n'} />);
    const formula = await screen.findByRole('group', { name: 'Formula' });
    expect(formula.querySelector('math')?.getAttribute('display')).toBe('block');
    expect(formula.tabIndex).toBe(0);
  });

  it.each([String.raw`\(\unknown{x}\)`, String.raw`$$\frac{1$$`, String.raw`\(\href{https://example.com}{x}\)`])(
    'shows the source of %s, which cannot be set',
    async (source) => {
      const { container } = render(<Markdown text={`It is ${source}. And \\(x\\).`} />);
      await waitFor(() => expect(container.querySelectorAll('math')).toHaveLength(1));
      expect(container.querySelector('code')?.textContent).toBe(source);
    },
  );

  it('appears when its end arrives', async () => {
    const { container, rerender } = render(<Markdown text={'It is \\(x\\).\n\n$$\n\\sum'} isGrowing />);
    await waitFor(() => expect(container.querySelectorAll('math')).toHaveLength(1));
    expect(container.textContent).not.toContain('sum');
    rerender(<Markdown text={'It is \\(x\\).\n\n$$\n\\sum\n$$\n'} isGrowing />);
    expect(container.querySelectorAll('math')).toHaveLength(2);
  });
});

describe('setting a formula', () => {
  it.each([
    [String.raw`\begin{aligned} a &= b \\ c &= d \end{aligned}`, '<mtable'],
    [String.raw`\begin{cases} 1 & x > 0 \\ 0 & \text{否则} \end{cases}`, '否则'],
    [String.raw`\cancel{x} + \boxed{y}`, '<menclose'],
    [String.raw`\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt\pi}{2}`, '<msqrt'],
    [String.raw`\begin{pmatrix} a & b \\ c & d \end{pmatrix}`, '<mtable'],
  ])('knows %s', (tex, part) => {
    expect(mathml(tex, true)).toContain(part);
  });

  it('keeps the columns of a matrix and the cases of a function apart', () => {
    expect(mathml(String.raw`\begin{pmatrix} a & b \end{pmatrix}`)).toContain('paddingLeft1');
    expect(mathml(String.raw`\begin{cases} a & b \end{cases}`)).toContain('paddingLeft2');
    expect(mathml(String.raw`\begin{aligned} a & b \end{aligned}`)).toContain('paddingLeft0');
  });

  it('takes no color, link, image, class or attribute of the formula', () => {
    expect(mathml(String.raw`\color{red}{x} \textcolor{white}{y} \colorbox{black}{z}`)).not.toMatch(
      /color|#|red|white/,
    );
    for (const tex of [
      String.raw`\href{javascript:alert(1)}{x}`,
      String.raw`\url{https://example.com}`,
      String.raw`\includegraphics{https://example.com/a.png}`,
      String.raw`\class{page}{x}`,
      String.raw`\id{root}{x}`,
      String.raw`\style{position:fixed}{x}`,
      String.raw`\data{a=b}{x}`,
    ])
      expect(mathml(tex)).not.toMatch(/href|src=|example\.com|"page"|id=|position|data-/);
  });

  it('bounds lengths, so that nothing covers the page', () => {
    expect(mathml(String.raw`\rule{9999em}{9999em} \kern{5000pt} x`)).not.toMatch(/\d{4,}/);
  });

  it.each([
    ['a definition that calls itself', String.raw`\def\a{\a\a}\a`],
    ['a definition that doubles', String.raw`\def\a{xx}\def\b{\a\a}\def\c{\b\b}`.concat(String.raw`\c`.repeat(500))],
    ['a thousand fractions in each other', `${String.raw`\frac{1}{`.repeat(1_000)}x${'}'.repeat(1_000)}`],
    ['four hundred roots in each other', String.raw`\sqrt`.repeat(400).concat('x')],
    ['five thousand letters', 'x '.repeat(5_000)],
  ])('gives up %s', (_, tex) => {
    expect(mathml(tex)).toBe('');
  });
});
