import type { BrowserContext } from '@playwright/test';
import type { Answer, CallKey } from 'shared-types/contract/api';
import { everyCall } from '../../support/contract/contract.ts';
import { now } from './now.ts';

interface PageCall {
  params: Record<string, string>;
  query: URLSearchParams;
}

/** The answers of the site by the keys of the calls. Undefined stands for a visitor without a session. */
export type Answers = { [Key in CallKey]?: (asked: PageCall) => Answer<Key> | undefined };

const parametersIn = (key: string) => key.split('{').length - 1;

/** `/list` is found before `/{sessionId}`, which fits as well. */
const endpoints = everyCall
  .toSorted((one, other) => parametersIn(one.key) - parametersIn(other.key))
  .map(({ key, response }) => {
    const [method = '', path = ''] = key.split(' ');
    return { key, method, response, pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) };
  });

/** Answers the calls of a page in place of the site, and returns those without an answer, of which a picture has none. */
export async function answerCalls(context: BrowserContext, answers: Answers): Promise<string[]> {
  const unanswered: string[] = [];
  const byKey = new Map<string, (asked: PageCall) => unknown>(Object.entries(answers));
  await context.route('**/api/**', async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const method = route.request().method();
    const endpoint = endpoints.find((each) => each.method === method && each.pattern.test(pathname));
    const answer = endpoint && byKey.get(endpoint.key);
    if (!answer) {
      unanswered.push(`${method} ${pathname}`);
      return route.abort();
    }
    const params = endpoint.pattern.exec(pathname)?.groups ?? {};
    const json = answer({ params, query: searchParams });
    // The pages take the site's time from this header.
    const headers = { date: new Date(now).toUTCString() };
    if (json !== undefined) return route.fulfill({ json: endpoint.response.parse(json), headers });
    return route.fulfill({
      status: 401,
      json: { errorCode: 'unauthenticated', message: 'Sign in.', requestId: 'r-1' },
    });
  });
  return unanswered;
}
