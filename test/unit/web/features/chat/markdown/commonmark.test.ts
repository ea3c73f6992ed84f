/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { tests } from 'commonmark-spec';
import { treeOf, treeOfAnswer } from './tree.ts';

/** What answers have otherwise than CommonMark, and why. */
const differences = {
  'brackets with backslashes are a formula': [12],
  'HTML shows as text': [21, 31, 201, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643],
  'comments are left out': [308, 309],
  'an image is a link to it': [517, 520, 531],
  'addresses are links without angle brackets, too': [597, 602, 608, 611, 612],
};
const different = new Set(Object.values(differences).flat());

const examples = tests.filter(({ number, section }) => !/HTML|Images/.test(section) && !different.has(number));

/**
 * Returns what both have in common. The highest heading of an answer is a third one, one within a list or a quote is a bold
 * paragraph, and addresses are normalized.
 */
const common = (tree: string) =>
  tree
    .replaceAll(/<(\/?)h\d>/g, '<$1h>')
    .replaceAll('<p><strong>', '<h>')
    .replaceAll('</strong></p>', '</h>')
    .replaceAll(/<a (?:https?|mailto):[^>]*>/g, '<a>')
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n');

describe('an answer in CommonMark', () => {
  it.each(examples.map(({ number, markdown, html }) => [number, markdown, html] as const))(
    'is read as example %i of the specification: %j',
    (_, markdown, html) => {
      expect(common(treeOfAnswer(markdown.replaceAll('→', '\t')))).toBe(common(treeOf(html.replaceAll('→', '\t'))));
    },
  );
});
