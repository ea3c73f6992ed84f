export const accounts = 'Accounts';
export const couldNotLoadAccounts = 'Could not load the accounts.';
export const withGoogle = 'with Google, ';
export const disabled = ', disabled';
export const accountCannotSignIn = 'This account cannot sign in.';
export const effectOfDisabling =
  'Disabling an account ends all its sessions. It cannot sign in until you enable it again.';
export const enable = 'Enable';
export const disable = 'Disable';
export const couldNotChangeAccount = (value: string) => `Could not ${value} the account.`;
export const couldNotLoadSessionsOf = (email: string) => `Could not load the sessions of ${email}.`;
export const noActiveSessions = 'No active sessions.';
export const invitations = 'Invitations';
export const nameLabel = 'Name';
export const optional = 'Optional';
export const createLink = 'Create link';
export const couldNotCreateLink = 'Could not create the link.';
export const couldNotLoadInvitations = 'Could not load the invitations.';
export const noInvitationsYet = 'No invitations yet.';
export const linkIsValidUntil = (futureTime: string) =>
  `Valid for one person until ${futureTime}. Copy the link now: it is not shown again after you leave this page.`;
export const createdAt = (time: string) => `Created ${time}`;
export const revokeInvitation = (name: string) => `Revoke invitation ${name}`;
export const revoke = 'Revoke';
export const couldNotRevokeInvitation = 'Could not revoke the invitation.';
export const ownerTools = 'Owner tools';
export const activity = 'Activity';
export const costs = 'Costs';
