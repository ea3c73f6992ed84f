import type { News } from '../../platform/news/news.ts';
import type { AccountStore } from '../account/account-store.ts';
import type { SignIn } from './session.ts';
import { placeParts } from './session-places.ts';

/**
 * Returns the news about a sign-in in a browser that is new to its user; undefined at the first sign-in of the account, which has
 * no other browser. It is stored in one transaction with the sign-in.
 */
export async function newBrowserNews(
  accounts: Pick<AccountStore, 'find'>,
  { signInId, userId, createdAtMs, places: [place = ''], system }: SignIn,
): Promise<News | undefined> {
  if (!(await accounts.find(userId))) return undefined;
  const { browser, network } = placeParts(place);
  const title = [browser, system, network].filter((part) => part !== 'other' && part !== '').join(' · ');
  return {
    newsId: `browser-${signInId}`,
    tool: 'account',
    userId,
    atMs: createdAtMs,
    groups: [{ groupId: null, name: '', entries: [{ topic: 'newBrowser', title, url: '/auth', atMs: createdAtMs }] }],
  };
}
