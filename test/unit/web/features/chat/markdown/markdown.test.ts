import { describe, expect, it } from '@jest/globals';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Markdown } from 'web/features/chat/markdown/markdown.tsx';
import { hostileTexts } from './hostile-texts.ts';

const html = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }));
/** Returns the HTML without the frame around each answer and without the directions of its texts. */
const inside = (text: string) =>
  html(text)
    .replace(/^<div class="markdown">([^]*)<\/div>$/, '$1')
    .replaceAll(/ dir="(?:auto|ltr)"/g, '');

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

  it.each([
    ['https://example.com/guide，详见', 'https://example.com/guide'],
    ['请看 https://example.com/docs（中文说明）了解更多', 'https://example.com/docs'],
    ['https://example.com。', 'https://example.com/'],
    ['“https://example.com/a”', 'https://example.com/a'],
    ['https://example.com/a、https', 'https://example.com/a'],
    ['https://example.com/a…', 'https://example.com/a'],
    ['https://example.com/a１２', 'https://example.com/a'],
    ['**https://example.com/pull/1**。好', 'https://example.com/pull/1'],
    ['www.example.org/x。好', 'http://www.example.org/x'],
    ['请看www.example.org/x', 'http://www.example.org/x'],
    ['看www.example.org/x', 'http://www.example.org/x'],
    ['邮箱someone@example.org，谢谢', 'mailto:someone@example.org'],
    ['(https://en.wikipedia.org/wiki/Rust_(language)).', 'https://en.wikipedia.org/wiki/Rust_(language)'],
    ['https://zh.wikipedia.org/wiki/中文', 'https://zh.wikipedia.org/wiki/%E4%B8%AD%E6%96%87'],
  ])('ends a bare link where its address ends: %s', (text, href) => {
    expect([...inside(text).matchAll(/href="([^"]*)"/g)].map(([, found]) => found)).toEqual([href]);
  });

  it('links each of two addresses with Chinese punctuation between them', () => {
    expect(inside('www.example.org，www.example.com/path?q=1。end').match(/<a /g)).toHaveLength(2);
  });

  it.each([
    ['H<sub>2</sub>O', '<p>H<sub>2</sub>O</p>'],
    ['<kbd>Ctrl</kbd>+<KBD class="a" onclick="b()">C</KBD>', '<p><kbd>Ctrl</kbd>+<kbd>C</kbd></p>'],
    ['<u>a **b**</u> <mark>c</mark>', '<p><u>a <strong>b</strong></u> <mark>c</mark></p>'],
    ['**a<sup>2</sup>**', '<p><strong>a<sup>2</sup></strong></p>'],
    ['a<sub>b<sub>c</sub></sub>d', '<p>a<sub>b<sub>c</sub></sub>d</p>'],
    ['a<sub>b', '<p>a<sub>b</sub></p>'],
    ['a</sub>b', '<p>ab</p>'],
    ['a<!-- b -->c', '<p>ac</p>'],
    ['<!-- a\n\nb -->\n\nc', '<p>c</p>'],
    ['a <!-- b', '<p>a &lt;!-- b</p>'],
    ['`<sub>`', '<p><code>&lt;sub&gt;</code></p>'],
    [
      '<details>\n<summary>a **b**</summary>\n\n- c\n\n</details>\n\nd',
      '<details><summary>a <strong>b</strong></summary><ul><li>c</li></ul></details><p>d</p>',
    ],
    ['<details open>a</details>', '<details open=""><summary>Details</summary><p>a</p></details>'],
    [
      '<details>\n\n`</details>` b\n\n</details>',
      '<details><summary>Details</summary><p><code>&lt;/details&gt;</code> b</p></details>',
    ],
    [
      '<details><summary>a</summary>b\n<details><summary>c</summary>d</details>\ne</details>',
      '<details><summary>a</summary><p>b</p><details><summary>c</summary><p>d</p></details><p>e</p></details>',
    ],
    [
      '- a\n  <details>\n  <summary>b</summary>\n\n  c\n  </details>',
      '<ul><li>a<details><summary>b</summary>c</details></li></ul>',
    ],
    ['&alpha; &check; &rarr; &AElig; &nosuch; &amp;lt;', '<p>α ✓ → Æ &amp;nosuch; &amp;lt;</p>'],
  ])('renders the elements that models write: %j', (text, expected) => {
    expect(inside(text)).toBe(expected);
  });

  it.each(['```js\nconst b = "</details>";\n```', '~~~\n</details>\n```\n~~~', '```\n```\n'])(
    'closes no details in code: %j',
    (code) => {
      expect(inside(`<details>\n\n${code}\n\nc\n\n</details>\n\nd`)).toMatch(/<p>c<\/p><\/details><p>d<\/p>$/);
    },
  );

  it('leads from a mark to its footnote, and shows a mark without one as it was written', () => {
    const shown = inside('a[^1] b[^n] c[^x]\n\n[^1]: One **bold**\n  and more.\n[^n]: Two.').replaceAll(
      /_R_\w*?_/g,
      'r',
    );
    expect(shown).toBe(
      '<p>a<sup><a href="#r-1" aria-label="Footnote 1">1</a></sup> b<sup><a href="#r-n" aria-label="Footnote n">n</a></sup> c[^x]</p>' +
        '<div id="r-1" class="footnote" tabindex="-1"><sup>1</sup> <div><p>One <strong>bold</strong>\nand more.</p></div></div>' +
        '<div id="r-n" class="footnote" tabindex="-1"><sup>n</sup> <div><p>Two.</p></div></div>',
    );
  });

  it('keeps the indentation of code in a footnote', () => {
    expect(inside('a[^1]\n\n[^1]: One\n\n    ```\n      b\n    ```')).toContain('>  b</code>');
  });

  it.each([
    ['```markdown\n# A\n```bash\nnpm ci\n```\nmore\n```\n\nafter', '# A\n```bash\nnpm ci\n```\nmore'],
    ['```md\na\n```js\n1\n```\n```ts\n2\n```\n```\n\nafter', 'a\n```js\n1\n```\n```ts\n2\n```'],
    ['~~~markdown\n~~~js\n1\n~~~\n~~~\n\nafter', '~~~js\n1\n~~~'],
    ['````md\n```js\n1\n```\n````\n\nafter', '```js\n1\n```'],
    ['```markdown\n# A\n```\n\nafter', '# A'],
    ['```md\n```\n\nafter', ''],
    ['```js\n```bash\n```\n\nafter', '```bash'],
    [
      '```markdown\n# P\n```bash\nnpm i\n```\n## 结构\n```\nsrc/\n```\n## L\n```\n\nafter',
      '# P\n```bash\nnpm i\n```\n## 结构\n```\nsrc/\n```\n## L',
    ],
    ['```README.md\n```sh\na\n```\n```\n\nafter', '```sh\na\n```'],
  ])('keeps a Markdown file whole that has fences inside: %j', (text, code) => {
    const [, shown, after] = /<pre[^>]*><code[^>]*>([^]*?)<\/code><\/pre><\/div>([^]*)$/.exec(inside(text)) ?? [];
    expect(shown).toBe(code);
    expect(after).toBe('<p>after</p>');
  });

  it('lets the text of each block decide its direction, and code keep its own', () => {
    expect(html('# א\n\nא `a`\n\n- א\n  - b\n\n> א').replaceAll(/ class="[^"]*"/g, '')).toBe(
      '<div><h3 dir="auto">א</h3><p dir="auto">א <code dir="ltr">a</code></p>' +
        '<ul dir="auto"><li>א<ul><li>b</li></ul></li></ul><blockquote dir="auto"><p>א</p></blockquote></div>',
    );
    expect(html('| א |\n|---|\n| 1 |')).toContain('<div dir="auto" class="wide"');
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
