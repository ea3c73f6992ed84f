/** @jest-environment jsdom */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { treeOfAnswer } from './tree.ts';

/** Documents of what users of chat clients have reported, each beside the tree that a reader expects. */
const documents = new URL('documents/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, documents), 'utf8');
const names = readdirSync(documents).flatMap((file) => (file.endsWith('.txt') ? [file.slice(0, -'.txt'.length)] : []));

/** A line for each block, so that a difference is easy to read. */
const byBlock = (tree: string) =>
  tree.replaceAll(/(<\/(?:p|li|h\d|pre|table|tr|blockquote|details|ol|ul)>)(?=.)/g, '$1\n');

describe('a document', () => {
  it.each(names)('shows what its author meant: %s', (name) => {
    expect(`${byBlock(treeOfAnswer(read(`${name}.txt`)))}\n`).toBe(read(`${name}.tree`));
  });
});
