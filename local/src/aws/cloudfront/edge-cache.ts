import { type Header, type HttpRequest, type HttpResponse, type Origin, valueOf } from '../../http/http-message.ts';
import { hasObject } from './bucket.ts';
import { type CachePolicy, isSelected } from './cache-policy.ts';

interface CacheOptions {
  policy: CachePolicy;
  ask: Origin;
  /** The least time in seconds for which an error is cached, by status. */
  errorTtl: ReadonlyMap<number, number>;
  now: () => number;
}

/** The answers that CloudFront always caches, and those that it caches when the origin names a time. */
const cachedErrors = new Set([404, 414, 500, 501, 502, 503, 504]);
const cachedErrorsWithAge = new Set([400, 403, 405, 412, 415]);
const defaultErrorTtl = 10;

/** CloudFront compares these with the cached object itself, and does not send them to the origin of a cacheable object. */
const conditional = new Set(['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'range']);

/**
 * Returns an origin behind the cache of the edge. The cache begins empty with each start, so a start behaves like a
 * deployment with an invalidation, or like one after all times have passed; the site's uploads name no distribution and
 * invalidate nothing. Not imitated: expired objects that are served while the origin fails.
 */
export function cachedOrigin({ policy, ask, errorTtl, now }: CacheOptions): Origin {
  const stored = new Map<string, { answer: HttpResponse; sinceMs: number; untilMs: number }>();
  const mayCache = policy.maxTtl > 0;

  /** Returns the seconds for which an answer is cached. */
  function ttlOf({ status, headers }: HttpResponse): number {
    const age = maxAgeOf(headers, now());
    if (status < 400) {
      // docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/Expiration.html, read 2026-11: the minimum holds against
      // no-cache, no-store and private, too.
      if (isUncacheable(headers)) return policy.minTtl;
      return Math.max(policy.minTtl, age === undefined ? policy.defaultTtl : Math.min(age, policy.maxTtl));
    }
    // docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html and custom-error-pages-expiration.html,
    // read 2026-11: "If the origin adds other Cache-Control directives or adds no headers", the minimum for errors holds. No page
    // excludes behaviors whose policy disables the cache, so this includes them.
    const isCached = cachedErrors.has(status) || (cachedErrorsWithAge.has(status) && age !== undefined);
    return isCached ? Math.max(errorTtl.get(status) ?? defaultErrorTtl, Math.min(age ?? 0, policy.maxTtl)) : 0;
  }

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return ask(request);
    const key = keyOf(policy, request);
    const hit = stored.get(key);
    if (hit && hit.untilMs > now()) {
      const age: Header = ['age', String(Math.floor((now() - hit.sinceMs) / 1000))];
      return answerFrom(hit.answer, request, [age, ['x-cache', 'Hit from cloudfront']]);
    }
    stored.delete(key);
    const headers = request.headers.filter(([name]) => !mayCache || !conditional.has(name));
    const answer = await ask({ ...request, headers });
    const ttl = ttlOf(answer);
    // A HEAD has no body to serve a GET with.
    if (ttl > 0 && request.method === 'GET') stored.set(key, { answer, sinceMs: now(), untilMs: now() + ttl * 1000 });
    const missed: Header = ['x-cache', `${answer.status < 400 ? 'Miss' : 'Error'} from cloudfront`];
    return mayCache ? answerFrom(answer, request, [missed]) : { ...answer, headers: [...answer.headers, missed] };
  };
}

/** Returns the path and what the policy names. The host is the distribution, whatever the viewer sent. */
function keyOf({ headers, cookies, queryStrings, encodings }: CachePolicy, request: HttpRequest): string {
  const sentCookies = (valueOf(request.headers, 'cookie') ?? '').split(/;\s*/);
  const accepted = valueOf(request.headers, 'accept-encoding') ?? '';
  return JSON.stringify([
    request.path,
    request.query.split('&').filter((part) => isSelected(queryStrings, part.split('=')[0] ?? '')),
    headers.map((name) => valueOf(request.headers, name)),
    sentCookies.filter((cookie) => isSelected(cookies, cookie.split('=')[0] ?? '')),
    encodings.filter((encoding) =>
      new RegExp(String.raw`(^|[\s,])${encoding}\b(?!\s*;\s*q=0(\.0*)?\b)`).test(accepted),
    ),
  ]);
}

/** Returns the answer for this viewer: 304 when it has the object already. */
function answerFrom(answer: HttpResponse, request: HttpRequest, added: Header[]): HttpResponse {
  const headers = [...answer.headers, ...added];
  const etag = valueOf(answer.headers, 'etag');
  if (answer.status !== 200 || etag === undefined || !hasObject(request, etag)) return { ...answer, headers };
  return { status: 304, headers: headers.filter(([name]) => name !== 'content-type'), body: '' };
}

const isUncacheable = (headers: readonly Header[]) =>
  /(^|[\s,])(no-cache|no-store|private)\b/i.test(valueOf(headers, 'cache-control') ?? '');

/** Returns the seconds that the origin names: s-maxage before max-age before Expires. */
function maxAgeOf(headers: readonly Header[], nowMs: number): number | undefined {
  const control = valueOf(headers, 'cache-control') ?? '';
  const named = /s-maxage=(\d+)/i.exec(control) ?? /max-age=(\d+)/i.exec(control);
  if (named) return Number(named[1]);
  const expires = valueOf(headers, 'expires');
  return expires === undefined ? undefined : Math.max(0, (Date.parse(expires) - nowMs) / 1000);
}
