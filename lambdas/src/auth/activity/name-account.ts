import type { RequestHeaders } from '../../platform/http/reply.ts';
import type { AuthPorts } from '../ports.ts';

/** Names the account of a username in the call's audit event. It takes the same time for a name without an account. */
export async function nameAccount(
  { accounts }: Pick<AuthPorts, 'accounts'>,
  request: RequestHeaders,
  username: string,
) {
  const [userId] = await accounts.listUserIds(username);
  if (userId !== undefined) request.audit({ userId });
}
