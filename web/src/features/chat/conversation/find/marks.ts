import { rangesOf, type SearchTerms } from 'shared-types/rules/chat/find-messages';

/**
 * Finds the words in one element, as ranges of its document. A find can begin in one part of the text and end in
 * another.
 */
function rangesIn(element: Element, terms: SearchTerms): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: { node: Node; start: number }[] = [];
  let text = '';
  while (walker.nextNode()) {
    nodes.push({ node: walker.currentNode, start: text.length });
    text += walker.currentNode.nodeValue ?? '';
  }
  const nodeAt = (place: number) => nodes.findLast(({ start }) => start <= place);
  return rangesOf(text, terms).flatMap(({ from, to }) => {
    const [first, last] = [nodeAt(from), nodeAt(to - 1)];
    if (!first || !last) return [];
    const range = document.createRange();
    range.setStart(first.node, from - first.start);
    range.setEnd(last.node, to - last.start);
    return [range];
  });
}

const [all, current] = ['found', 'found-here'];

/** Browsers before 2025 may not have it. They show the message without marks. */
const canMark = () => 'highlights' in CSS;

export function removeMarks() {
  if (!canMark()) return;
  CSS.highlights.delete(all);
  CSS.highlights.delete(current);
}

/** Marks the words in the texts of messages that are on the page, which have the ids of their messages. */
export function markWords(ids: readonly string[], currentId: string, terms: SearchTerms) {
  if (!canMark()) return;
  const [others, here]: [Range[], Range[]] = [[], []];
  for (const id of ids) {
    const element = document.getElementById(id);
    if (element) (id === currentId ? here : others).push(...rangesIn(element, terms));
  }
  CSS.highlights.set(all, new Highlight(...others));
  CSS.highlights.set(current, new Highlight(...here));
}

/** Scrolls to the first of the words, or to the message if its text has none: the model's marks stand between them. */
export function scrollToWords(id: string, terms: SearchTerms) {
  const element = document.getElementById(id);
  const start = element && rangesIn(element, terms)[0]?.startContainer.parentElement;
  (start ?? element)?.scrollIntoView({ block: 'center', inline: 'nearest' });
}
