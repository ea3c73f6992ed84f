/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { CopyButton } from 'web/ui/buttons/copy-button.tsx';

/** What is on the clipboard, by type. */
let copied: Record<string, Blob | string> = {};
const writeText = (text: string) => {
  copied = { 'text/plain': text };
  return Promise.resolve();
};
const write = ([item]: Item[]) => {
  copied = { ...item?.content };
  return Promise.resolve();
};

class Item {
  readonly content: Record<string, Blob>;

  constructor(content: Record<string, Blob>) {
    this.content = content;
  }
}

/** Gives the page a clipboard. jsdom has none. */
const withClipboard = (clipboard: object, globals = {}) => {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  Object.assign(globalThis, globals);
};

const textOf = (content: Blob | string | undefined) =>
  new Promise((resolve) => {
    if (!(content instanceof Blob)) {
      resolve(content);
      return;
    }
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result));
    reader.readAsText(content);
  });

const show = (htmlOf?: (element: HTMLElement) => string) =>
  render(
    <>
      <p id="tea">
        Green <em>tea</em>
      </p>
      <CopyButton of="tea" text="Green *tea*" what="answer" {...(htmlOf && { htmlOf })} />
    </>,
  );

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Copy answer' }));

beforeEach(() => {
  copied = {};
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(globalThis, 'ClipboardItem');
});

describe('the copy button', () => {
  it('copies a text, and beside it the HTML for programs that know more than plain text', async () => {
    withClipboard({ write, writeText }, { ClipboardItem: Item });
    show(({ innerHTML }) => innerHTML);
    press();
    await screen.findByRole('button', { name: 'Copied answer' });
    expect(Object.keys(copied)).toEqual(['text/plain', 'text/html']);
    expect(await textOf(copied['text/plain'])).toBe('Green *tea*');
    expect(await textOf(copied['text/html'])).toBe('Green <em>tea</em>');
  });

  it.each([
    ['has no items', { write, writeText }, {}],
    ['cannot write them', { writeText }, { ClipboardItem: Item }],
  ])('copies only the text where the browser %s', async (_, clipboard, globals) => {
    withClipboard(clipboard, globals);
    show(({ innerHTML }) => innerHTML);
    press();
    await screen.findByRole('button', { name: 'Copied answer' });
    expect(copied).toEqual({ 'text/plain': 'Green *tea*' });
  });

  it('copies only the text of what has no HTML', async () => {
    withClipboard({ write, writeText }, { ClipboardItem: Item });
    show();
    press();
    await screen.findByRole('button', { name: 'Copied answer' });
    expect(copied).toEqual({ 'text/plain': 'Green *tea*' });
  });
});
