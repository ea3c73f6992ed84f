import { decodeHtml } from './decode-html.ts';
import { findAddress } from './saved-address.ts';

/** A page of the listing site that the user's browser has shown. */
export interface BrowserPage {
  url: string;
  html: string;
  /** The time, by this browser's clock, at which the page was loaded or saved. */
  loadedAtMs: number;
}

/** This error says that a file is not a saved page. Its message is a sentence for the screen. */
export class UnreadableFile extends Error {}

/** A saved page with its pictures is larger than the page itself. */
const maxFileBytes = 30_000_000;

const holdsNoPage = 'This file holds no page. Save the page again and drop the new file.';

/**
 * Reads a page that a browser has saved as one file. The kind of the file is read from its content, because browsers and
 * people give it any name.
 */
export async function readPageFile(file: File): Promise<BrowserPage> {
  if (file.size > maxFileBytes) throw new UnreadableFile('This file is over 30 MB. Save the page again as HTML only.');
  const bytes = await bytesOf(file);
  if (bytes.length === 0) throw new UnreadableFile(holdsNoPage);
  if (startsWith(bytes, 'bplist'))
    throw new UnreadableFile(
      'This is a web archive of Safari. Save the page again with the format “Page Source” and drop that file.',
    );
  const { decodeMhtml, isMhtml } = await import('./mhtml.ts');
  if (!isMhtml(bytes)) return readHtml(decodeHtml(bytes), file);
  const page = decodeMhtml(bytes);
  if (!page) throw new UnreadableFile(holdsNoPage);
  const { url, html } = readSource(page.html, page.url);
  return { url, html, loadedAtMs: page.savedAtMs ?? file.lastModified };
}

/** A browser hands over a folder as a file that cannot be read. */
async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new UnreadableFile('This file could not be read. If it is a folder, drop the .html file beside it.');
  }
}

const startsWith = (bytes: Uint8Array, letters: string) =>
  Array.from(letters).every((letter, at) => bytes[at] === letter.charCodeAt(0));

function readHtml(text: string, { name, lastModified }: File): BrowserPage {
  if (!/\.x?html?$/i.test(name) && !/<!doctype html|<html[\s>]/i.test(text.slice(0, 2000)))
    throw new UnreadableFile(
      /\.mht(ml)?$/i.test(name)
        ? holdsNoPage
        : 'This is not a saved page. Save the page as .html or .mhtml and drop that file.',
    );
  const { url, html, savedAtMs = lastModified } = readSource(text);
  return { url, html, loadedAtMs: savedAtMs };
}

/** Reads the source that a user has copied from a page that is open. */
export function readPasted(source: string): BrowserPage {
  const { url, html } = readSource(source);
  return { url, html, loadedAtMs: Date.now() };
}

/** Reads the source of a page, which names its own address unless its file does. */
function readSource(source: string, known = ''): Pick<BrowserPage, 'url' | 'html'> & { savedAtMs?: number } {
  const address = /^https?:/i.test(known) ? { url: known } : findAddress(source);
  if (!address)
    throw new UnreadableFile(
      'This page does not say its address. Save it in Chrome or Edge as “Webpage, Single File”, or use the bookmarklet.',
    );
  return { ...address, html: withoutPictures(source) };
}

/** Some files have their pictures in them, which are larger than what may be sent, and which nobody reads. */
const withoutPictures = (html: string) => html.replaceAll(/data:[^\s:"'(),<>]{1,99};base64,[\w+/=%]*/g, 'data:,');
