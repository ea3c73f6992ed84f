import { readFileSync } from 'node:fs';
import { type Header, type HttpResponse, type HttpRequest, valueOf } from '../http/http-message.ts';
import type { Html } from '../http/html.ts';

export class ControlError extends Error {
  override name = 'ControlError';
  readonly status: number;
  readonly errorCode: string;

  constructor(status: number, errorCode: string, message: string) {
    super(message);
    this.status = status;
    this.errorCode = errorCode;
  }
}

const commonHeaders: Header[] = [
  ['cache-control', 'no-store'],
  [
    'content-security-policy',
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  ],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
];

const respond = (type: string, body: string, headers: Header[] = [], status = 200): HttpResponse => ({
  status,
  headers: [['content-type', `${type}; charset=utf-8`], ...commonHeaders, ...headers],
  body,
});

export const jsonResponse = (value: unknown, headers: Header[] = [], status = 200) =>
  respond('application/json', `${JSON.stringify(value)}\n`, headers, status);

export const pageResponse = ({ text }: Html) => respond('text/html', `<!doctype html>\n${text}\n`);

export const fileResponse = (name: 'page.css' | 'page.js', type: string) =>
  respond(type, readFileSync(new URL(`pages/${name}`, import.meta.url), 'utf8'));

/**
 * The control page may do everything, so it checks for DNS rebinding and CSRF: it refuses foreign host names, which could
 * point to this machine, and requests from pages of other origins.
 */
export function refuseOtherOrigins({ method, headers }: HttpRequest) {
  const host = valueOf(headers, 'host') ?? '';
  if (!/^((p\d+\.)?localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host))
    throw new ControlError(403, 'forbidden', 'The local site answers to localhost only.');
  if (method === 'GET' || method === 'HEAD') return;
  const site = valueOf(headers, 'sec-fetch-site');
  const origin = valueOf(headers, 'origin');
  if ((site !== undefined && site !== 'same-origin') || (origin !== undefined && origin !== `http://${host}`))
    throw new ControlError(403, 'forbidden', 'Only pages of this site may send this request.');
}
