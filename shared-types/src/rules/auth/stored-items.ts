/** The keys and items of the table of sign-ins that the site, the operator's commands and the local control page share. */

export const accountPrefix = 'ACCOUNT#';

const accountPartition = (userId: string) => ({ pk: `${accountPrefix}${userId}` });

/** An account has two items: its own, and one in the list of accounts. */
export const accountKeys = (userId: string) =>
  [
    { ...accountPartition(userId), sk: 'ACCOUNT' },
    { ...accountPartition(userId), sk: 'LISTED' },
  ] as const;

/** The preferences are in the account's partition, so that they go with it. */
export const preferencesKey = (userId: string) => ({ ...accountPartition(userId), sk: 'PREFERENCES' });

/** Returns the partition of the index that leads from a username to its accounts. */
export const usernamePartition = (username: string) => `USERNAME#${username}`;

/** Returns the partition of the index that holds the sign-ins of a user. */
export const userPartition = (userId: string) => `USER#${userId}`;

/** A challenge of a sign-in is valid for a quarter of an hour. */
export const challengeSeconds = 900;

/** Ends all challenges of a user that began up to this time. */
export const challengesEnd = (username: string, endedAtMs: number) => ({
  ...challengesEndKey(username),
  endedAtMs,
  ttl: Math.ceil(endedAtMs / 1000) + challengeSeconds,
});

export const challengesEndKey = (username: string) => ({ pk: `CHALLENGES#${username}`, sk: 'ENDED' });

/** Returns the key of an invitation by the hash of its code, so that reading the table reveals no code. */
export const invitationKey = (hash: string) => ({ pk: `INVITE#${hash}`, sk: 'INVITE' });
