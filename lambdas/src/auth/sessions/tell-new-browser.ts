import { usernameOf } from 'shared-types/rules/auth/username';
import type { News } from '../../platform/news/news.ts';
import type { AccountStore } from '../account/account-store.ts';
import type { OwnerMails } from '../mails/owner-mails.ts';
import type { SignIn } from './session.ts';
import { placeParts } from './session-places.ts';

interface Ports {
  accounts: Pick<AccountStore, 'find'>;
  mails: Pick<OwnerMails, 'reaches'>;
}

/**
 * Returns the news about a sign-in in a browser that is new to its user; undefined at the first sign-in of the account, which has
 * no other browser. It is stored in one transaction with the sign-in.
 */
export async function newBrowserNews(
  { accounts, mails }: Ports,
  { signInId, userId, createdAtMs, places: [place = ''], system }: SignIn,
): Promise<News | undefined> {
  const account = await accounts.find(userId);
  if (!account) return undefined;
  const isMailed = await mails.reaches(account.email);
  const { browser, network } = placeParts(place);
  const title = [browser, system, network].filter((part) => part !== 'other' && part !== '').join(' · ');
  return {
    newsId: `browser-${signInId}`,
    tool: 'account',
    userId,
    atMs: createdAtMs,
    ...(isMailed && { mailedTo: usernameOf(account.email) }),
    groups: [{ groupId: null, name: '', entries: [{ topic: 'newBrowser', title, url: '/auth', atMs: createdAtMs }] }],
  };
}
