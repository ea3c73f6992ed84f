import { isUsername } from 'shared-types/rules/auth/username';
import type { RequestHeaders } from '../../platform/http/reply.ts';
import type { AuthPorts } from '../ports.ts';

/**
 * Names the account of a username in the call's audit event. It takes the same time for an address without an account. A text that
 * is no address has none, and the table may not even take it as a key.
 */
export async function nameAccount(
  { accounts }: Pick<AuthPorts, 'accounts'>,
  request: RequestHeaders,
  username: string,
) {
  if (!isUsername(username)) return;
  const [userId] = await accounts.listUserIds(username);
  if (userId !== undefined) request.audit({ userId });
}
