const mathNamespace = 'http://www.w3.org/1998/Math/MathML';

/** What is no part of the words: controls, and what only a selection or a screen reader gets. */
const leftOut = 'button, output, [aria-hidden], .unseen, [data-uncopied]';

/** Everything else says how the page shows the answer, and means nothing in another document. */
const keptAttributes = new Set(['align', 'border', 'cellspacing', 'dir', 'href', 'start']);

/**
 * Returns a shown answer as the HTML that Word, Excel and mail understand: its words, links, tables, lists and code, and
 * its formulas as MathML.
 */
export function answerHtml(answer: Element): string {
  const copy = document.importNode(answer, true);
  fixDirections(answer, copy);
  for (const math of copy.querySelectorAll('math')) addSource(math);
  for (const part of copy.querySelectorAll(leftOut)) part.remove();
  for (const box of copy.querySelectorAll('input')) box.replaceWith(box.checked ? '☑ ' : '☐ ');
  for (const table of copy.querySelectorAll('table')) {
    // Without them, Word and mail show no lines between the cells.
    table.setAttribute('border', '1');
    table.setAttribute('cellspacing', '0');
  }
  for (const cell of copy.querySelectorAll<HTMLElement>('[data-align]'))
    cell.setAttribute('align', cell.dataset['align'] ?? '');
  for (const element of copy.querySelectorAll('*')) removeAttributes(element);
  // A link within the page leads nowhere outside of it.
  for (const box of copy.querySelectorAll<HTMLElement>('div, span, a[href^="#"]')) unwrap(box);
  return copy.innerHTML;
}

/** Other programs do not find out a direction by themselves. */
function fixDirections(answer: Element, copy: Element) {
  const shown = answer.querySelectorAll('[dir="auto"]');
  for (const [index, element] of copy.querySelectorAll('[dir="auto"]').entries()) {
    const original = shown[index];
    if (original) element.setAttribute('dir', getComputedStyle(original).direction);
  }
}

/** Adds the source of a formula, which stands hidden before it, in the place that MathML has for it. */
function addSource(math: Element) {
  const source = math.previousElementSibling?.textContent ?? '';
  const create = (name: string) => document.createElementNS(mathNamespace, name);
  const [semantics, row, annotation] = [create('semantics'), create('mrow'), create('annotation')];
  row.append(...math.childNodes);
  annotation.setAttribute('encoding', 'application/x-tex');
  annotation.textContent = source.replaceAll(/^(?:\$\$?|\\[([]|[`~]{3,} *math)\s*|\s*(?:\$\$?|\\[)\]]|[`~]{3,})$/g, '');
  semantics.append(row, annotation);
  math.append(semantics);
  math.setAttribute('xmlns', mathNamespace);
}

function removeAttributes(element: Element) {
  const isMath = element.namespaceURI === mathNamespace;
  for (const name of element.getAttributeNames())
    if (isMath ? name === 'class' : !keptAttributes.has(name)) element.removeAttribute(name);
}

/** Puts the content of an element in its place, with its direction. */
function unwrap(box: HTMLElement) {
  for (const child of box.children)
    if (box.dir !== '' && !child.hasAttribute('dir')) child.setAttribute('dir', box.dir);
  box.replaceWith(...box.childNodes);
}
