import { Fragment, memo, type ReactNode, useState } from 'react';
import type { Token, Tokens } from 'marked';
import { type Block, createBlockReader, headingLevels, knownTokens } from './blocks.ts';
import { CodeBlock } from './code/code-block.tsx';
import { decodeEntities } from './entities.ts';
import { Formula } from './formula.tsx';
import { safeLink } from './links.ts';
import styles from './markdown.module.css';
import { formulaOf } from './mathematics.ts';
import * as texts from './messages.ts';

/** Deeper nesting shows as plain text, because it could crash the browser. */
const maxDepth = 24;

interface MarkdownProps {
  text: string;
  /** More text is about to follow. */
  isGrowing?: boolean;
}

/**
 * Renders Markdown as React elements, never as HTML, so nothing in an answer can run. Raw HTML shows as text, and an image
 * as a link to it.
 */
export function Markdown({ text, isGrowing = false }: MarkdownProps) {
  const [readBlocks] = useState(createBlockReader);
  const blocks = readBlocks(text, isGrowing);
  const levels = headingLevels(blocks);
  return (
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
    return <Heading>{renderAll(block.tokens, 0)}</Heading>;
  }
  if (block.type === 'code') return renderCode(block, isGrowing);
  return renderToken(block, 0);
});

const headings = ['h3', 'h4', 'h5', 'h6'] as const;

function renderAll(tokens: Token[], depth: number): ReactNode {
  return knownTokens(tokens).map((token, index) => <Fragment key={index}>{renderToken(token, depth)}</Fragment>);
}

function renderToken(token: Block, depth: number): ReactNode {
  if (depth > maxDepth) return token.raw;
  const renderChildren = (tokens: Token[]) => renderAll(tokens, depth + 1);
  switch (token.type) {
    case 'text':
      return token.tokens ? renderChildren(token.tokens) : decodeEntities(token.text);
    case 'escape':
      return token.text;
    case 'paragraph':
      return <p>{renderChildren(token.tokens)}</p>;
    case 'strong':
      return <strong>{renderChildren(token.tokens)}</strong>;
    case 'em':
      return <em>{renderChildren(token.tokens)}</em>;
    case 'del':
      return <del>{renderChildren(token.tokens)}</del>;
    case 'codespan':
      return renderCodeSpan(token);
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'link':
      return <ExternalLink target={token.href}>{renderChildren(token.tokens)}</ExternalLink>;
    case 'image':
      return <ExternalLink target={token.href}>{decodeEntities(token.text) || texts.image}</ExternalLink>;
    case 'blockquote':
      return <blockquote>{renderChildren(token.tokens)}</blockquote>;
    case 'heading':
      return (
        <p>
          <strong>{renderChildren(token.tokens)}</strong>
        </p>
      );
    case 'code':
      return renderCode(token, false);
    case 'list':
      return renderList(token, renderChildren);
    case 'list_item':
      return renderChildren(token.tokens);
    case 'checkbox':
      return (
        <input type="checkbox" disabled checked={token.checked} aria-label={token.checked ? texts.done : texts.toDo} />
      );
    case 'table':
      return renderTable(token, renderChildren);
    case 'html':
      return renderRawHtml(token);
    case 'space':
    case 'def':
      break;
  }
  return null;
}

function renderCodeSpan(token: Tokens.Codespan) {
  const code = <code>{token.text}</code>;
  const formula = formulaOf(token);
  return formula ? <Formula formula={formula}>{code}</Formula> : code;
}

function renderCode(token: Tokens.Code, isGrowing: boolean) {
  const code = <CodeBlock code={token.text} language={token.lang} isGrowing={isGrowing} />;
  const formula = formulaOf(token);
  return formula ? <Formula formula={formula}>{code}</Formula> : code;
}

type RenderChildren = (tokens: Token[]) => ReactNode;

function renderList({ ordered, start, items }: Tokens.List, renderChildren: RenderChildren) {
  const rows = items.map(({ tokens, task }, index) => (
    <li key={index} className={task ? styles.task : undefined}>
      {renderChildren(tokens)}
    </li>
  ));
  if (!ordered) return <ul>{rows}</ul>;
  const first = start === '' ? 1 : start;
  const { length: digits } = String(first + items.length - 1);
  return (
    <ol start={first} data-digits={digits > 1 ? Math.min(digits, 4) : undefined}>
      {rows}
    </ol>
  );
}

function renderTable({ header, rows }: Tokens.Table, renderChildren: RenderChildren) {
  return (
    <div className={styles.wide} role="group" aria-label={texts.table} tabIndex={0}>
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

/** Raw HTML shows as text. Only `<br>` becomes a line break, because table cells have no other way to break a line. */
function renderRawHtml({ text, block }: Tokens.HTML | Tokens.Tag) {
  if (/^<br\s*\/?>\s*$/i.test(text)) return <br />;
  return block ? <p className={styles.raw}>{text}</p> : text;
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
