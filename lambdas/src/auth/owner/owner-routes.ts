import type { authApi } from 'shared-types/contract/auth';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import { invitationView, newInvitation } from '../invitations/invitation.ts';
import { ownerByAccount } from './owner.ts';
import type { AuthPorts } from '../ports.ts';
import { signedInBrowsers } from '../sessions/signed-in-browsers.ts';

type OwnerRoutes = Pick<
  Routes<typeof authApi>,
  | 'getOwner'
  | 'listInvitations'
  | 'createInvitation'
  | 'revokeInvitation'
  | 'listAccounts'
  | 'listAccountSessions'
  | 'endAccountSession'
>;

/** Serves the owner's calls. The HTTP handler has already refused all other users, except for `getOwner`. */
export function ownerRoutes(ports: AuthPorts): OwnerRoutes {
  const { accounts, invitations, newToken, now } = ports;
  const browsers = signedInBrowsers(ports);
  const isOwner = ownerByAccount(ports);

  return {
    async getOwner({ user }) {
      return { isOwner: await isOwner(user) };
    },

    async listInvitations() {
      return (await invitations.list()).map((each) => invitationView(each, now()));
    },

    async createInvitation({ body: { note } }) {
      const at = now();
      const { code, expiresAtMs } = newInvitation(newToken(), at);
      const stored = await invitations.put(code, { note: note.trim(), createdAtMs: at.getTime(), expiresAtMs });
      return { code, invitation: invitationView(stored, at) };
    },

    async revokeInvitation({ params: { invitationRef } }) {
      const stored = await invitations.revoke(invitationRef, now());
      if (!stored) throw new AppError('notFound', 'This invitation does not exist.');
      const invitation = invitationView(stored, now());
      if (invitation.state === 'used')
        throw new AppError('conflict', `${stored.usedBy} has already used this invitation.`, { current: 'used' });
      return invitation;
    },

    async listAccounts() {
      return (await accounts.list()).map(({ userId, name, avatarUrl, email, provider, lastSignInMs }) => ({
        userId,
        name,
        avatarUrl,
        email,
        provider,
        lastSignInTime: lastSignInMs,
      }));
    },

    listAccountSessions: ({ params: { userId }, request }) => browsers.list(userId, request),
    endAccountSession: ({ params: { userId, sessionRef }, request }) => browsers.end(userId, sessionRef, request),
  };
}
