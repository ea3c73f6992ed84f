/** Returns whether the owner's list of Google accounts has an address, which is written as `addressOf` returns it. */
export const isListed = (users: readonly string[], address: string) =>
  users.some((user) => addressOf(user) === address);

export const addressOf = (email: string) => email.trim().toLowerCase();
