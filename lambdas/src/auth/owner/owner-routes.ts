import type { authApi } from 'shared-types/contract/auth';
import { usernameOf } from 'shared-types/rules/auth/username';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import { subjectOf } from '../account/account.ts';
import type { AccountStore } from '../account/account-store.ts';
import type { ChallengeStore } from '../challenges/challenge-store.ts';
import type { CognitoProvider } from '../cognito/cognito-client.ts';
import { invitationView, newInvitation } from '../invitations/invitation.ts';
import type { InvitationStore } from '../invitations/invitation-store.ts';
import type { Surroundings } from '../ports.ts';
import { type EndPorts, sessionEnder } from '../sessions/end-session.ts';
import { type BrowserPorts, signedInBrowsers } from '../sessions/signed-in-browsers.ts';
import { ownerByAccount, type OwnerPorts } from './owner.ts';

export type OwnerRoutePorts = OwnerPorts &
  BrowserPorts &
  EndPorts &
  Pick<Surroundings, 'newToken'> & {
    accounts: Pick<AccountStore, 'disable' | 'enable' | 'find' | 'list'>;
    challenges: Pick<ChallengeStore, 'endAll'>;
    cognito: Pick<CognitoProvider, 'disable' | 'enable'>;
    invitations: Pick<InvitationStore, 'list' | 'put' | 'revoke'>;
  };

type OwnerRoutes = Pick<
  Routes<typeof authApi>,
  | 'getOwner'
  | 'listInvitations'
  | 'createInvitation'
  | 'revokeInvitation'
  | 'listAccounts'
  | 'listAccountSessions'
  | 'endAccountSession'
  | 'disableAccount'
  | 'enableAccount'
>;

/** Serves the owner's calls. The HTTP handler has already refused all other users, except for `getOwner`. */
export function ownerRoutes(ports: OwnerRoutePorts): OwnerRoutes {
  const { accounts, challenges, cognito, invitations, newToken, now } = ports;
  const browsers = signedInBrowsers(ports);
  const isOwner = ownerByAccount(ports);
  const { endAllSessions } = sessionEnder(ports);

  async function findAccount(userId: string) {
    const account = await accounts.find(userId);
    if (!account) throw new AppError('notFound', 'This account does not exist.');
    return account;
  }

  return {
    async getOwner({ user }) {
      return { isOwner: await isOwner(user) };
    },

    async listInvitations() {
      return (await invitations.list()).map((each) => invitationView(each, now()));
    },

    async createInvitation({ body: { note }, request }) {
      const at = now();
      const { code, expiresAtMs } = newInvitation(newToken(), at);
      const stored = await invitations.put(code, { note: note.trim(), createdAtMs: at.getTime(), expiresAtMs });
      request.audit({ subject: stored.invitationRef });
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
      return (await accounts.list()).map(
        ({ userId, name, avatarUrl, email, provider, lastSignInMs, disabledAtMs }) => ({
          userId,
          name,
          avatarUrl,
          email,
          provider,
          lastSignInTime: lastSignInMs,
          disabledTime: disabledAtMs ?? null,
        }),
      );
    },

    listAccountSessions: ({ params: { userId }, request }) => browsers.list(userId, request),
    endAccountSession: ({ params: { userId, sessionRef }, request }) => browsers.end(userId, sessionRef, request),

    // No sign-in is completed and no session renewed once the account's own item says so. Cognito comes last, because the
    // owner can repeat the call when it does not answer.
    async disableAccount({ params: { userId } }) {
      const { email, provider } = await findAccount(userId);
      if (await isOwner({ userId })) throw new AppError('conflict', 'The owner’s account cannot be disabled.');
      await accounts.disable(userId, now());
      await challenges.endAll(usernameOf(email), now());
      await endAllSessions(userId);
      if (provider === 'cognito') await cognito.disable(subjectOf(userId));
      return {};
    },

    async enableAccount({ params: { userId } }) {
      const { provider } = await findAccount(userId);
      if (provider === 'cognito') await cognito.enable(subjectOf(userId));
      await accounts.enable(userId);
      return {};
    },
  };
}
