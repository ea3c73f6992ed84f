import { decodeHtml } from './decode-html.ts';

/** The page of an MHTML file. */
export interface MhtmlPage {
  /** Undefined when the file does not name it. */
  url: string | undefined;
  html: string;
  /** The time at which the browser saved it. */
  savedAtMs: number | undefined;
}

type Headers = ReadonlyMap<string, string>;

/** The page stands before its pictures. */
const maxParts = 1_000;
const maxHeaders = 65_536;

/**
 * Decodes the page of an MHTML file, which is a MIME message with one part for each file of the page (RFC 2557). The page is
 * the part with HTML that the message names as its start, or by its address; else the first one. Bytes are kept as Latin-1 text until the part's own encoding is undone.
 */
export function decodeMhtml(bytes: Uint8Array): MhtmlPage | undefined {
  const [head, body] = splitMessage(latin1Of(bytes));
  const boundary = parameterOf(head.get('content-type'), 'boundary');
  const parts =
    boundary === undefined
      ? [[head, body] as const]
      : body
          .split(`--${boundary}`, maxParts + 1)
          .slice(1)
          .map(splitMessage);
  const pages = parts.filter(([headers]) => /^text\/html\b/i.test(headers.get('content-type') ?? ''));
  const page = pages.find(([headers]) => isRoot(head, headers)) ?? pages[0];
  const encoded = page && decodeTransfer(...page);
  if (!page || !encoded) return undefined;
  const savedAtMs = Date.parse(head.get('date') ?? '');
  const url = head.get('snapshot-content-location') ?? page[0].get('content-location');
  return {
    // A long address may go on in the next line.
    url: url?.replaceAll(/\s/g, ''),
    html: decodeHtml(encoded, parameterOf(page[0].get('content-type'), 'charset')),
    savedAtMs: Number.isNaN(savedAtMs) ? undefined : savedAtMs,
  };
}

const isRoot = (message: Headers, part: Headers) => {
  const start = parameterOf(message.get('content-type'), 'start');
  const address = message.get('snapshot-content-location');
  return start === undefined
    ? address !== undefined && part.get('content-location') === address
    : part.get('content-id') === start;
};

/** Returns whether a file begins with the headers of an MHTML file, whatever its name is. */
export function isMhtml(bytes: Uint8Array): boolean {
  const [headers] = splitMessage(latin1Of(bytes.subarray(0, maxHeaders)));
  return headers.has('mime-version') || /^multipart\/related\b/i.test(headers.get('content-type') ?? '');
}

const chunkLength = 32_768;

/** Makes one letter of each byte. The browser's own latin1 decoder is one for Windows-1252, which changes some bytes. */
function latin1Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += chunkLength)
    text += String.fromCharCode(...bytes.subarray(at, at + chunkLength));
  return text;
}

function bytesOf(latin1: string): Uint8Array {
  const bytes = new Uint8Array(latin1.length);
  for (let at = 0; at < latin1.length; at += 1) bytes[at] = latin1.charCodeAt(at);
  return bytes;
}

/** Header lines that begin with white space continue the line before. */
function splitMessage(message: string): [Headers, string] {
  const text = message.replace(/^(?:\xef\xbb\xbf)?(?:\r?\n)?/, '');
  const end = /\r?\n\r?\n/.exec(text);
  const head = text.slice(0, Math.min(end?.index ?? text.length, maxHeaders));
  const headers = new Map<string, string>();
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, value = ''] = /^([\w-]{1,100}):(.*)$/.exec(line) ?? [];
    if (name !== undefined) headers.set(name.toLowerCase(), value.trim());
  }
  return [headers, end ? text.slice(end.index + end[0].length) : ''];
}

const parameterOf = (header = '', name = '') =>
  new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header)?.slice(1).find(Boolean);

/** Undoes the encoding of a part. Returns undefined for one that is broken. */
function decodeTransfer(headers: Headers, body: string): Uint8Array | undefined {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body);
  if (encoding !== 'base64') return bytesOf(body);
  try {
    return bytesOf(atob(body.slice(0, base64End(body))));
  } catch {
    return undefined;
  }
}

/** Text may follow the last line of base64. */
const base64End = (body: string) => /[^\w+/=\s]/.exec(body)?.index ?? body.length;

/** Undoes `=E5` for a byte, and `=` at the end of a line for a line that goes on. */
function decodeQuotedPrintable(body: string): Uint8Array {
  const bytes = new Uint8Array(body.length);
  let length = 0;
  for (let at = 0; at < body.length; at += 1) {
    const isEncoded = body[at] === '=';
    const next = isEncoded ? nextLine(body, at + 1) : undefined;
    if (next === undefined) {
      const high = isEncoded ? digitOf(body[at + 1]) : -1;
      const low = high === -1 ? -1 : digitOf(body[at + 2]);
      bytes[length] = low === -1 ? body.charCodeAt(at) : 16 * high + low;
      length += 1;
      if (low !== -1) at += 2;
    } else {
      at = next - 1;
    }
  }
  return bytes.subarray(0, length);
}

/** Returns where the next line begins if nothing but white space is left of this one. */
function nextLine(body: string, from: number): number | undefined {
  let at = from;
  while (body[at] === ' ' || body[at] === '\t') at += 1;
  if (body[at] === '\r') at += 1;
  return body[at] === '\n' ? at + 1 : undefined;
}

/** Returns the value of a hexadecimal digit; -1 for any other letter. */
const digitOf = (letter = ' ') => '0123456789abcdef'.indexOf(letter.toLowerCase());
