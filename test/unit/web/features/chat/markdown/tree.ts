import { cleanup, render } from '@testing-library/react';
import { createElement } from 'react';
import { Markdown } from 'web/features/chat/markdown/markdown.tsx';

const childrenOf = (node: Node) => [...node.childNodes].map(shapeOf).join('');

const isAbsolute = (url: string) => /^(?:https?|mailto):/.test(url) && URL.canParse(url);

/** Returns an element without what only its looks need. An address that leads nowhere is no link here. */
function shapeOf(node: Node): string {
  if (!(node instanceof Element)) return node instanceof Text ? node.data : '';
  const name = node.localName;
  // A formula is its source until the typesetter is loaded, and then has it for a selection to copy.
  if (name === 'math') return '';
  if (name === 'span') return childrenOf(node);
  if (/^(?:pre|code)$/.test(name) && /^(?:\$|\\[([b])/.test(node.textContent)) return node.textContent;
  if (name === 'pre') return `<pre>${node.textContent.replace(/\n$/, '')}</pre>`;
  if (name === 'a') {
    const href = node.getAttribute('href') ?? '';
    if (href.startsWith('#') && node.hasAttribute('aria-label')) return `<a #>${childrenOf(node)}</a>`;
    return isAbsolute(href) ? `<a ${new URL(href).href}>${childrenOf(node)}</a>` : childrenOf(node);
  }
  if (name === 'div') return node.querySelector(':scope > button') ? '' : childrenOf(node);
  if (name === 'ol') return `<ol ${node.getAttribute('start') ?? '1'}>${childrenOf(node)}</ol>`;
  if (name === 'input') return node.hasAttribute('checked') ? '[x] ' : '[ ] ';
  if (name === 'br' || name === 'hr') return `<${name}>`;
  return `<${name}>${childrenOf(node)}</${name}>`;
}

/** Returns the elements and the text of HTML, to be compared with those of another renderer. */
export function treeOf(html: string): string {
  const frame = document.createElement('div');
  frame.innerHTML = html;
  return childrenOf(frame)
    .replaceAll(
      /\s*(<br>|<hr>|<\/?(?:p|h\d|li|ul|ol|blockquote|pre|table|thead|tbody|tr|th|td|details|summary)(?: \d+)?>)\s*/g,
      '$1',
    )
    .trim();
}

/** Returns the tree of an answer. */
export function treeOfAnswer(text: string, isGrowing = false): string {
  const { container } = render(createElement(Markdown, { text, isGrowing }));
  const tree = treeOf(container.innerHTML);
  cleanup();
  return tree;
}
