import type { CustomFetchOptions } from 'oauth4webapi';
import { unavailable } from '../../platform/outage.ts';

/** Google's answers have less than 10 KB. */
const maxAnswerBytes = 256 * 1024;

/**
 * Fetches an answer of Google. Throws `unavailable` for an answer that is too long, that is not declared as JSON, or that lacks
 * the keys that were requested.
 */
export const boundedFetch =
  (jwksUri: string) =>
  async <Method extends string>(
    url: string,
    { body: sent, ...options }: CustomFetchOptions<Method, URLSearchParams | undefined>,
  ): Promise<Response> => {
    const response = await fetch(url, { ...options, body: sent ?? null });
    const body = await readAtMost(response, maxAnswerBytes);
    // The library looks at the type only when it cannot parse an answer. A proxy's page must not pass for Google's answer.
    if (body !== '' && !isJson(response)) throw unavailable();
    // The library would remember an answer without keys, and refuse every sign-in until it asks again.
    if (response.ok && url === jwksUri && !hasKeys(body)) throw unavailable();
    const { status, statusText, headers } = response;
    return new Response(status === 204 ? null : body, { status, statusText, headers });
  };

async function readAtMost(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size > maxBytes) throw unavailable();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Accepts the types of OAuth's answers and of sets of keys (RFC 6749, section 5; RFC 7517, section 8.5). */
const isJson = ({ headers }: Response) =>
  /^application\/(jwk-set\+)?json(\s*;|$)/i.test(headers.get('content-type') ?? '');

/** The library parses the answer. Here only an empty or missing list of keys matters. */
const hasKeys = (body: string) => /"keys"\s*:\s*\[\s*\{/.test(body);
