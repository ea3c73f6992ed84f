import { describe, expect, it } from '@jest/globals';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Markdown } from 'web/features/chat/markdown/markdown.tsx';
import { hostileTexts } from './hostile-texts.ts';

const html = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }));
/** Returns the HTML without the frame around each answer. */
const inside = (text: string) => html(text).replace(/^<div class="markdown">([^]*)<\/div>$/, '$1');

const levels = (text: string) => inside(text).match(/<h\d/g)?.join(' ');

describe('Markdown', () => {
  it.each([
    ['a **b** _c_ ~~d~~ `e < f`', '<p>a <strong>b</strong> <em>c</em> <del>d</del> <code>e &lt; f</code></p>'],
    ['a\nb  \nc', '<p>a\nb<br/>c</p>'],
    ['1 \\* 2 &amp; 3 &mdash; &#x4E2D; &unknown; &#0;', '<p>1 * 2 &amp; 3 — 中 &amp;unknown; \ufffd</p>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['9. a\n10. b', '<ol start="9" data-digits="2"><li>a</li><li>b</li></ol>'],
    ['> a', '<blockquote><p>a</p></blockquote>'],
    ['---', '<hr/>'],
  ])('renders %j', (text, expected) => {
    expect(inside(text)).toBe(expected);
  });

  it('renders aligned tables that the keyboard can scroll', () => {
    const table = inside('| a | b |\n|---|--:|\n| 1 | x<br>y |');
    expect(table).toContain('tabindex="0"');
    expect(table).toContain('<th scope="col">a</th><th scope="col" data-align="right">b</th>');
    expect(table).toContain('<td data-align="right">x<br/>y</td>');
  });

  it('renders a checkbox for each task', () => {
    expect(inside('- [x] a\n- [ ] b').match(/aria-label="[^"]+"/g)).toEqual([
      'aria-label="Done"',
      'aria-label="To do"',
    ]);
  });

  it('renders code unchanged, with its language and a Copy button', () => {
    const code = inside('```ts title="a.ts"\nif (a < b) {\n```');
    expect(code).toContain('<span>ts</span>');
    expect(code).toContain('>if (a &lt; b) {</code>');
    expect(code).toMatch(/copy/i);
  });

  it('renders headings without gaps, below those of the page', () => {
    expect(levels('# a\n\n### b\n\n## c\n\n# d')).toBe('<h3 <h4 <h4 <h3');
    expect(levels('#### a\n\n##### b\n\n###### c\n\n# d')).toBe('<h3 <h4 <h5 <h3');
  });

  it('links to absolute URLs only', () => {
    expect(inside('[a](https://e.example/?b=1&amp;c=2)')).toBe(
      '<p><a href="https://e.example/?b=1&amp;c=2" title="https://e.example/?b=1&amp;c=2" target="_blank" rel="noreferrer">a</a></p>',
    );
    expect(inside('ann@e.example')).toContain('href="mailto:ann@e.example"');
    expect(inside('![plan](https://e.example/p.png)')).toContain('>plan</a>');
  });

  it('renders raw HTML as text', () => {
    expect(inside('<b>a</b>')).toBe('<p>&lt;b&gt;a&lt;/b&gt;</p>');
    expect(inside('<div>\n a\n</div>')).toBe('<p class="raw">&lt;div&gt;\n a\n&lt;/div&gt;</p>');
  });
});

describe.each(Object.entries(hostileTexts))('Markdown with %s', (_, texts) => {
  it.each(texts.map((text) => [text.slice(0, 60), text]))('renders nothing that runs or loads: %j', (_start, text) => {
    const made = html(text);
    const tags = [...made.matchAll(/<(\w+)/g)].map(([, tag]) => tag);
    expect(tags).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(script|img|svg|iframe|object|embed|link|style|video|base|meta|form)$/),
      ]),
    );
    const attributes = [...made.matchAll(/\s([\w-]+)="[^"]*"(?=[^<>]*>)/g)].map(([, name]) => name);
    expect(attributes.filter((name = '') => /^(on|src|style|action|formaction|data$)/.test(name))).toEqual([]);
    expect(made).not.toMatch(/href="(?!https?:|mailto:)/);
  });
});
