import { AppError } from '../../platform/app-error.ts';
import type { User } from '../../platform/http/session.ts';
import type { StarShare, StarShareStore } from './star-share-store.ts';

type Sharer = Pick<User, 'userId' | 'name' | 'email'>;
type FindStore = Pick<StarShareStore, 'findStarShare'>;

const addressOf = ({ email }: Sharer) => email.toLowerCase();

/** Finds the other person, if each of the two has named the other. */
export const findPartner = async (store: FindStore, user: Sharer) => (await findShares(store, user)).partner;

async function findShares(store: FindStore, user: Sharer): Promise<{ own?: StarShare; partner?: StarShare }> {
  const own = await store.findStarShare(addressOf(user));
  if (!own) return {};
  const other = await store.findStarShare(own.withEmail);
  return other?.withEmail === own.email ? { own, partner: other } : { own };
}

export async function starSharing(store: FindStore, user: Sharer) {
  const { own, partner } = await findShares(store, user);
  return { email: own?.withEmail ?? null, partner: partner?.name ?? null };
}

export async function shareStars(
  store: Pick<StarShareStore, 'findStarShare' | 'putStarShare'>,
  user: Sharer,
  withEmail: string,
) {
  const { userId, name } = user;
  const share = { userId, name, email: addressOf(user), withEmail: withEmail.toLowerCase() };
  if (share.email === share.withEmail) throw new AppError('invalid', 'This is your own address.');
  await store.putStarShare(share);
  return starSharing(store, user);
}

export async function stopSharingStars(store: Pick<StarShareStore, 'removeStarShare'>, user: Sharer) {
  await store.removeStarShare(addressOf(user));
  return { email: null, partner: null };
}
