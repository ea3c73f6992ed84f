/** How a session that has ended is renewed, by what the cookie `refresh_type` says of the sign-in behind it. */
const refreshCalls = new Map([
  ['google', '/api/auth/google/oauth2_refresh'],
  ['cognito', '/api/auth/cognito/sign_in_refresh'],
]);

const sessionAddress = '/api/auth/session';
const pauseMs = 10_000;
const longestMs = 15_000;
const lastName = 'last-refresh';

/** The last attempt of any tab, when it had ended. */
interface Attempt {
  at: number;
  isFine: boolean;
}

/**
 * Renews the session for whoever was refused at something sent at `since`: true when it is worth sending again. All
 * tabs and all calls share one attempt, and there is at most one in 10 s, so nothing here can go round in circles.
 */
export const renewSession = (since: number): Promise<boolean> =>
  navigator.locks.request('refresh', async () => {
    const judged = judge(lastAttempt(), since, Date.now());
    if (judged !== 'ask') return judged === 'renewed';
    const address = refreshAddress(document.cookie);
    if (address === undefined) return false;
    const isFine = await ask(address);
    // An attempt that cannot be written down could be made again and again.
    return keep({ at: Date.now(), isFine }) && isFine;
  });

/** What is known without asking. An attempt of the future was made before the clock was put right: it counts for nothing. */
export function judge(last: Attempt | undefined, since: number, now: number): 'renewed' | 'refused' | 'ask' {
  if (last === undefined || last.at > now) return 'ask';
  if (last.isFine && last.at >= since) return 'renewed';
  return now - last.at < pauseMs ? 'refused' : 'ask';
}

/** Which call renews, if any: the cookie may hold anything. */
export function refreshAddress(cookie: string): string | undefined {
  const [, type = ''] = /(?:^|;\s*)refresh_type=([^;]*)/.exec(cookie) ?? [];
  return refreshCalls.get(type);
}

/** Refused, it asks once who is signed in now: another tab may have done so while this was under way. */
async function ask(address: string): Promise<boolean> {
  const answer = await send('POST', address);
  if (answer?.status !== 401) return answer?.ok === true;
  return (await send('GET', sessionAddress))?.ok === true;
}

const send = (method: string, address: string) =>
  fetch(address, { method, signal: AbortSignal.timeout(longestMs) }).catch(() => undefined);

function lastAttempt(): Attempt | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(lastName) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('at' in kept) || !('isFine' in kept)) return undefined;
    return typeof kept.at === 'number' ? { at: kept.at, isFine: kept.isFine === true } : undefined;
  } catch {
    return undefined;
  }
}

function keep(attempt: Attempt): boolean {
  try {
    localStorage.setItem(lastName, JSON.stringify(attempt));
    return true;
  } catch {
    return false;
  }
}
