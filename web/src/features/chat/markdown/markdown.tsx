import { Fragment, memo, type ReactNode, useState } from 'react';
import type { Token, Tokens } from 'marked';
import { type Block, createBlockReader, headingLevels, knownTokens } from './blocks.ts';
import { CodeBlock } from './code/code-block.tsx';
import type { DetailsToken } from './details.ts';
import { decodeEntities } from './entities.ts';
import { Footnote, FootnoteReference, Footnotes } from './footnote.tsx';
import { Formula } from './formula.tsx';
import { tagOf, withoutComments } from './html.ts';
import { safeLink } from './links.ts';
import styles from './markdown.module.css';
import type { FormulaToken } from './mathematics.ts';

/** Deeper nesting shows as plain text, because it could crash the browser. */
const maxDepth = 24;

interface MarkdownProps {
  text: string;
  /** More text is about to follow. */
  isGrowing?: boolean;
}

/**
 * Renders Markdown as React elements, never as HTML, so nothing in an answer can run. Of raw HTML, a few elements without
 * attributes become elements and comments disappear; the rest shows as text. An image is a link to it.
 */
export function Markdown({ text, isGrowing = false }: MarkdownProps) {
  const [readBlocks] = useState(createBlockReader);
  const blocks = readBlocks(text, isGrowing);
  const levels = headingLevels(blocks);
  return (
    <Footnotes blocks={blocks} isGrowing={isGrowing}>
      <div className={styles.markdown}>
        {blocks.map((block, index) => (
          <TopBlock
            key={index}
            block={block}
            level={levels[index] ?? 0}
            isGrowing={isGrowing && index === blocks.length - 1}
          />
        ))}
      </div>
    </Footnotes>
  );
}

interface TopBlockProps {
  block: Block;
  level: number;
  isGrowing: boolean;
}

const TopBlock = memo(function TopBlock({ block, level, isGrowing }: TopBlockProps) {
  if (block.type === 'heading') {
    const Heading = headings[level - 3] ?? 'h6';
    return <Heading dir="auto">{renderAll(block.tokens, 1)}</Heading>;
  }
  if (block.type === 'code') return renderCode(block, isGrowing);
  return renderToken(block, 0);
});

const headings = ['h3', 'h4', 'h5', 'h6'] as const;

/** What stands right behind a formula. A browser would begin a line with it. */
const closingMarks = /^[\p{Pe}\p{Pf}.,;:!?%'"…、。，；：！？]+/u;

function renderAll(tokens: Token[], depth: number): ReactNode {
  const known = knownTokens(tokens);
  const rendered: ReactNode[] = [];
  for (let index = 0; index < known.length; index++) {
    const token = known[index];
    if (token === undefined) break;
    const tag = token.type === 'html' ? tagOf(token.raw) : undefined;
    const next = known[index + 1];
    if (token.type === 'formula' && !token.isDisplay && next?.type === 'text') {
      const [mark = ''] = closingMarks.exec(next.text) ?? [];
      rendered.push(<Fragment key={index}>{renderFormula(token, mark)}</Fragment>);
      known[index + 1] = { ...next, text: next.text.slice(mark.length) };
    } else if (tag === undefined || tag.name === 'br') {
      rendered.push(<Fragment key={index}>{renderToken(token, depth)}</Fragment>);
    } else if (!tag.isClosing) {
      const end = indexOfClosing(known, index, tag.name);
      const Element = tag.name;
      rendered.push(<Element key={index}>{renderAll(known.slice(index + 1, end), depth + 1)}</Element>);
      index = end;
    }
  }
  return rendered;
}

/** Returns the position of the tag that closes an element, or the end if there is none. */
function indexOfClosing(tokens: Block[], start: number, name: string): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index++) {
    const token = tokens[index];
    const tag = token?.type === 'html' ? tagOf(token.raw) : undefined;
    if (tag?.name !== name) continue;
    depth += tag.isClosing ? -1 : 1;
    if (depth === 0) return index;
  }
  return tokens.length;
}

function renderToken(token: Block, depth: number): ReactNode {
  if (depth > maxDepth) return token.raw;
  const renderChildren = (tokens: Token[]) => renderAll(tokens, depth + 1);
  // The text of a block decides its direction, and blocks within it follow.
  const dir = depth === 0 ? 'auto' : undefined;
  switch (token.type) {
    case 'text':
      return token.tokens ? renderChildren(token.tokens) : decodeEntities(token.text);
    case 'escape':
      return token.text;
    case 'paragraph':
      return <p dir={dir}>{renderChildren(token.tokens)}</p>;
    case 'strong':
      return <strong>{renderChildren(token.tokens)}</strong>;
    case 'em':
      return <em>{renderChildren(token.tokens)}</em>;
    case 'del':
      return <del>{renderChildren(token.tokens)}</del>;
    case 'codespan':
      return <code dir="ltr">{token.text}</code>;
    case 'formula':
      return renderFormula(token);
    case 'details':
      return renderDetails(token);
    case 'footnote':
      return (
        <Footnote label={token.label}>
          {token.tokens.map((each, index) => renderAll([each], index === 0 ? 1 : 0))}
        </Footnote>
      );
    case 'footnoteReference':
      return <FootnoteReference {...token} />;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'link':
      return <ExternalLink target={token.href}>{renderChildren(token.tokens)}</ExternalLink>;
    case 'image':
      return <ExternalLink target={token.href}>{decodeEntities(token.text) || 'Image'}</ExternalLink>;
    case 'blockquote':
      return <blockquote dir={dir}>{renderChildren(token.tokens)}</blockquote>;
    case 'heading':
      return (
        <p dir={dir}>
          <strong>{renderChildren(token.tokens)}</strong>
        </p>
      );
    case 'code':
      return renderCode(token, false);
    case 'list':
      return renderList(token, renderChildren, dir);
    case 'list_item':
      return renderChildren(token.tokens);
    case 'checkbox':
      return <input type="checkbox" disabled checked={token.checked} aria-label={token.checked ? 'Done' : 'To do'} />;
    case 'table':
      return renderTable(token, renderChildren, dir);
    case 'html':
      return renderRawHtml(token);
    case 'space':
    case 'def':
      break;
  }
  return null;
}

const renderCode = (token: Tokens.Code, isGrowing: boolean) => (
  <CodeBlock code={token.text} language={token.lang} isGrowing={isGrowing} />
);

/** A formula whose end is missing is still to come. */
function renderFormula({ raw, tex, isDisplay, isBlock }: FormulaToken, after = '') {
  if (tex === undefined) return after;
  const source = raw.trim();
  return (
    <Formula formula={{ source, tex, isDisplay }} after={after}>
      {isBlock ? <CodeBlock code={source} language="latex" isGrowing={false} /> : <code dir="ltr">{source}</code>}
    </Formula>
  );
}

/** A text with a direction of its own does not count, so the summary decides for the whole. */
const renderDetails = ({ isOpen, summary, tokens }: DetailsToken) => (
  <details open={isOpen} dir="auto">
    <summary>{summary.length > 0 ? renderAll(summary, 1) : 'Details'}</summary>
    {renderAll(tokens, 0)}
  </details>
);

type RenderChildren = (tokens: Token[]) => ReactNode;

type Direction = 'auto' | undefined;

function renderList({ ordered, start, items }: Tokens.List, renderChildren: RenderChildren, dir: Direction) {
  const rows = items.map(({ tokens, task }, index) => (
    <li key={index} className={task ? styles.task : undefined}>
      {renderChildren(tokens)}
    </li>
  ));
  if (!ordered) return <ul dir={dir}>{rows}</ul>;
  const first = start === '' ? 1 : start;
  const { length: digits } = String(first + items.length - 1);
  return (
    <ol dir={dir} start={first} data-digits={digits > 1 ? Math.min(digits, 4) : undefined}>
      {rows}
    </ol>
  );
}

function renderTable({ header, rows }: Tokens.Table, renderChildren: RenderChildren, dir: Direction) {
  return (
    <div dir={dir} className={styles.wide} role="group" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map(({ text, tokens, align }, index) =>
              text === '' ? (
                <td key={index}>{''}</td>
              ) : (
                <th key={index} scope="col" data-align={align ?? undefined}>
                  {renderChildren(tokens)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={rowIndex}>
              {row.map(({ tokens, align }, index) => (
                <td key={index} data-align={align ?? undefined}>
                  {renderChildren(tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function renderRawHtml({ text, block }: Tokens.HTML | Tokens.Tag) {
  if (tagOf(text)?.name === 'br') return <br />;
  const shown = withoutComments(text);
  if (shown.trim() === '') return null;
  return block ? (
    <p className={styles.raw} dir="auto">
      {shown}
    </p>
  ) : (
    shown
  );
}

/** Answers are also rendered without a browser, to measure it. */
const ownHost = () => ('location' in globalThis ? location.host : undefined);

function ExternalLink({ target, children }: { target: string; children: ReactNode }) {
  const link = safeLink(target, ownHost());
  if (link === undefined) return children;
  return (
    <>
      <a href={link.url} title={link.url} target="_blank" rel="noreferrer">
        {children}
      </a>
      {link.unusualHost !== undefined && ` (${link.unusualHost})`}
    </>
  );
}
