import { Fragment, memo, type ReactNode, useState } from 'react';
import type { Token, Tokens } from 'marked';
import { type Block, createBlockReader, headingLevels, knownTokens } from './blocks.ts';
import { CodeBlock } from './code-block.tsx';
import { decodeEntities } from './entities.ts';
import { safeUrl } from './links.ts';
import styles from './markdown.module.css';

/** Nobody writes deeper on purpose, and a browser can be brought down with it. */
const maxDepth = 24;

interface MarkdownProps {
  text: string;
  /** More is about to come at its end. */
  isGrowing?: boolean;
}

/**
 * An answer as React elements: no HTML is made of it anywhere, so none of it can run. Raw HTML shows as the text it is,
 * a picture as a link to it.
 */
export function Markdown({ text, isGrowing = false }: MarkdownProps) {
  const [read] = useState(createBlockReader);
  const blocks = read(text);
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
    return <Heading>{all(block.tokens, 0)}</Heading>;
  }
  if (block.type === 'code') return <CodeBlock code={block.text} language={block.lang} isGrowing={isGrowing} />;
  return element(block, 0);
});

const headings = ['h3', 'h4', 'h5', 'h6'] as const;

function all(tokens: Token[], depth: number): ReactNode {
  return knownTokens(tokens).map((token, index) => <Fragment key={index}>{element(token, depth)}</Fragment>);
}

function element(token: Block, depth: number): ReactNode {
  if (depth > maxDepth) return token.raw;
  const inside = (tokens: Token[]) => all(tokens, depth + 1);
  switch (token.type) {
    case 'text':
      return token.tokens ? inside(token.tokens) : decodeEntities(token.text);
    case 'escape':
      return token.text;
    case 'paragraph':
      return <p>{inside(token.tokens)}</p>;
    case 'strong':
      return <strong>{inside(token.tokens)}</strong>;
    case 'em':
      return <em>{inside(token.tokens)}</em>;
    case 'del':
      return <del>{inside(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'link':
      return <ExternalLink written={token.href}>{inside(token.tokens)}</ExternalLink>;
    case 'image':
      return <ExternalLink written={token.href}>{decodeEntities(token.text) || 'picture'}</ExternalLink>;
    case 'blockquote':
      return <blockquote>{inside(token.tokens)}</blockquote>;
    case 'heading':
      return (
        <p>
          <strong>{inside(token.tokens)}</strong>
        </p>
      );
    case 'code':
      return <CodeBlock code={token.text} language={token.lang} isGrowing={false} />;
    case 'list':
      return list(token, inside);
    case 'list_item':
      return inside(token.tokens);
    case 'checkbox':
      return <input type="checkbox" disabled checked={token.checked} aria-label={token.checked ? 'done' : 'to do'} />;
    case 'table':
      return table(token, inside);
    case 'html':
      return rawHtml(token);
    case 'space':
    case 'def':
      break;
  }
  return null;
}

type Inside = (tokens: Token[]) => ReactNode;

function list({ ordered, start, items }: Tokens.List, inside: Inside) {
  const rows = items.map(({ tokens, task }, index) => (
    <li key={index} className={task ? styles.task : undefined}>
      {inside(tokens)}
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

function table({ header, rows }: Tokens.Table, inside: Inside) {
  return (
    <div className={styles.wide} role="group" aria-label="table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map(({ text, tokens, align }, index) =>
              text === '' ? (
                <td key={index}>{''}</td>
              ) : (
                <th key={index} scope="col" data-align={align ?? undefined}>
                  {inside(tokens)}
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
                  {inside(tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shown as it is written. Only a line break is meant as one: tables have no other way to write it. */
function rawHtml({ text, block }: Tokens.HTML | Tokens.Tag) {
  if (/^<br\s*\/?>\s*$/i.test(text)) return <br />;
  return block ? <p className={styles.raw}>{text}</p> : text;
}

function ExternalLink({ written, children }: { written: string; children: ReactNode }) {
  const address = safeUrl(written);
  if (address === undefined) return children;
  return (
    <a href={address} title={address} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
