import { decodeHtml } from './decode-html.ts';
import * as texts from './messages.ts';

/** A page of the listing site that the user's browser has shown. */
export interface BrowserPage {
  url: string;
  html: string;
  ageMs: number;
}

/** This error says that a file is not a saved page. Its message is a sentence for the screen. */
export class UnreadableFile extends Error {}

/** A saved page with its pictures is larger than the page itself. */
const maxFileBytes = 30_000_000;

const ageOf = (time: number) => Math.max(0, Math.round(Date.now() - time));

/** Reads a page that a browser has saved as one file: .html, .htm, .mhtml or .mht. */
export async function readPageFile(file: File): Promise<BrowserPage> {
  if (file.size > maxFileBytes) throw new UnreadableFile(texts.tooLarge);
  if (!/\.(html?|mht(ml)?)$/i.test(file.name)) throw new UnreadableFile(texts.notASavedPage);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (/\.mht(ml)?$/i.test(file.name)) {
    const { decodeMhtml } = await import('./mhtml.ts');
    const page = decodeMhtml(bytes);
    if (!page) throw new UnreadableFile(texts.holdsNoPage);
    return { ...page, ageMs: ageOf(page.savedAtMs ?? file.lastModified) };
  }
  return { ...readSource(decodeHtml(bytes)), ageMs: ageOf(file.lastModified) };
}

/** Reads the source of a page, which names its own address. */
export function readSource(html: string): Pick<BrowserPage, 'url' | 'html'> {
  const url = addressIn(html);
  if (url === undefined) throw new UnreadableFile(texts.noAddress);
  return { url, html };
}

/** Browsers write the address of a saved page into a comment. The site writes it into its own pages, too. */
function addressIn(html: string): string | undefined {
  const start = html.slice(0, 20_000);
  const saved = /<!-- saved from url=\(\d{4}\)(\S+) -->/.exec(start)?.[1];
  const canonical = /<link\s[^>]*rel="?canonical"?[^>]*>/i.exec(start)?.[0];
  return saved ?? /href="?([^"\s>]+)/i.exec(canonical ?? '')?.[1];
}
