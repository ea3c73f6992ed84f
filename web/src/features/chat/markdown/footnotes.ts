import type { Lexer, Token } from 'marked';

/** The text of a footnote, where the answer has it. */
export interface FootnoteToken {
  type: 'footnote';
  raw: string;
  label: string;
  tokens: Token[];
}

/** A mark in the text that leads to a footnote. */
export interface FootnoteReferenceToken {
  type: 'footnoteReference';
  raw: string;
  label: string;
}

/** Reads a footnote. Lines that are indented belong to it, and so do those that follow without a blank line. */
export function readFootnote(src: string, lexer: Lexer): FootnoteToken | undefined {
  const [raw, label = '', text = ''] =
    /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*([^\n]*(?:\n(?! {0,3}\[\^|[ \t]*(?:\n|$))[^\n]+|\n[ \t]*\n(?= {2,}\S)[^\n]+)*)(?:\n+|$)/.exec(
      src,
    ) ?? [];
  if (raw === undefined) return undefined;
  return { type: 'footnote', raw, label, tokens: lexer.blockTokens(text.replaceAll(/^(?: {1,4}|\t)/gm, ''), []) };
}

export function readFootnoteReference(src: string): FootnoteReferenceToken | undefined {
  const [raw, label = ''] = /^\[\^([^\]\s]{1,100})\](?!:)/.exec(src) ?? [];
  return raw === undefined ? undefined : { type: 'footnoteReference', raw, label };
}
