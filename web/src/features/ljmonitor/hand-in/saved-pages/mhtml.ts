import { decodeHtml } from './decode-html.ts';

/** The page of an MHTML file. */
export interface MhtmlPage {
  url: string;
  html: string;
  /** The time at which the browser saved it. */
  savedAtMs: number | undefined;
}

type Headers = ReadonlyMap<string, string>;

/**
 * Decodes the page of an MHTML file, which is a MIME message with one part for each file of the page (RFC 2557). The page is
 * the first part with HTML. Bytes are kept as Latin-1 text until the part's own encoding is undone.
 */
export function decodeMhtml(bytes: Uint8Array): MhtmlPage | undefined {
  const [head, body] = splitMessage(latin1Of(bytes));
  const boundary = parameterOf(head.get('content-type'), 'boundary');
  const parts =
    boundary === undefined ? [[head, body] as const] : body.split(`--${boundary}`).slice(1).map(splitMessage);
  const page = parts.find(([headers]) => /^text\/html\b/i.test(headers.get('content-type') ?? ''));
  const url = page?.[0].get('content-location') ?? head.get('snapshot-content-location');
  if (!page || url === undefined) return undefined;
  const savedAtMs = Date.parse(head.get('date') ?? '');
  return {
    url,
    html: decodeHtml(decodeTransfer(...page), parameterOf(page[0].get('content-type'), 'charset')),
    savedAtMs: Number.isNaN(savedAtMs) ? undefined : savedAtMs,
  };
}

const chunkLength = 32_768;

/** Makes one letter of each byte. The browser's own latin1 decoder is one for Windows-1252, which changes some bytes. */
function latin1Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += chunkLength)
    text += String.fromCharCode(...bytes.subarray(at, at + chunkLength));
  return text;
}

/** Header lines that begin with white space continue the line before. */
function splitMessage(message: string): [Headers, string] {
  const text = message.replace(/^\r?\n/, '');
  const [, head = '', body = ''] = /^(.*?)\r?\n\r?\n(.*)$/s.exec(text) ?? [];
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = lines.flatMap((line) => {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()] as const];
  });
  return [new Map(headers), body];
}

const parameterOf = (header = '', name = '') =>
  new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header)?.slice(1).find(Boolean);

function decodeTransfer(headers: Headers, body: string): Uint8Array {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  return Uint8Array.from(decodeText(encoding, body), (letter) => letter.charCodeAt(0));
}

function decodeText(encoding: string | undefined, body: string): string {
  if (encoding === 'base64') return atob(/^[\w+/=\s]*/.exec(body)?.[0] ?? '');
  if (encoding !== 'quoted-printable') return body;
  return body
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
