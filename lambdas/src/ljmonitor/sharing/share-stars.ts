import { AppError } from '../../platform/app-error.ts';
import type { User } from '../../platform/http/session.ts';
import type { HttpPorts } from '../ports.ts';
import type { StarShare } from './star-share.ts';

type Sharer = Pick<User, 'userId' | 'name' | 'email'>;
type Ports = Pick<HttpPorts, 'store'>;

const addressOf = ({ email = '' }: Sharer) => email.toLowerCase();

/** Finds the other person, if each of the two has named the other. */
export const findPartner = async (ports: Ports, user: Sharer) => (await findShares(ports, user)).partner;

async function findShares({ store }: Ports, user: Sharer): Promise<{ own?: StarShare; partner?: StarShare }> {
  const own = await store.findStarShare(addressOf(user));
  if (!own) return {};
  const other = await store.findStarShare(own.withEmail);
  return other?.withEmail === own.email ? { own, partner: other } : { own };
}

export async function starSharing(ports: Ports, user: Sharer) {
  const { own, partner } = await findShares(ports, user);
  return { email: own?.withEmail ?? null, partner: partner?.name ?? null };
}

export async function shareStars(ports: Ports, user: Sharer, withEmail: string) {
  const { userId, name } = user;
  const share = { userId, name, email: addressOf(user), withEmail: withEmail.toLowerCase() };
  // Sessions from before addresses were stored have none.
  if (share.email === '') throw new AppError('conflict', 'Your session has no address. Sign in again, then share.');
  if (share.email === share.withEmail) throw new AppError('invalid', 'This is your own address.');
  await ports.store.putStarShare(share);
  return starSharing(ports, user);
}

export async function stopSharingStars(ports: Ports, user: Sharer) {
  await ports.store.removeStarShare(addressOf(user));
  return { email: null, partner: null };
}
