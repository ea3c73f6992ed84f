import type { OwnMails } from 'shared-types/contract/account-mails';

const reasons = 'for a sign-in in a new browser, and when the password or the authenticator changes';

/** Describes what is sent to the address of the account. */
export const describeMails: Record<OwnMails['state'], (address: string) => string> = {
  on: (address) => `Emails about this account go to ${address}: ${reasons}.`,
  pending: (address) =>
    `Confirm the email that AWS sent to ${address}. Its subject is "AWS Notification - Subscription Confirmation", and it may be in the spam folder. After that, you get an email ${reasons}.`,
  off: (address) => `No emails about this account are sent to ${address}. Turn them on to get one ${reasons}.`,
};

export const signOut = 'Sign out';
export const couldNotLoadEmail = 'Could not load the email settings.';
export const emailNotifications = 'Email notifications';
export const sendAgain = 'Send again';
export const turnOn = 'Turn on';
export const confirmationIsOnItsWay = 'The email from AWS is on its way.';
export const couldNotSendMail = 'Could not send the email.';
export const likeTheSystem = 'Match system';
export const light = 'Light';
export const dark = 'Dark';
export const appearance = 'Appearance';
export const enterSends = 'Enter sends in the chat, and Shift+Enter starts a new line.';
export const passwordAndAuthenticator = 'Password and authenticator';
export const othersAreSignedOut = 'Your other browsers have been signed out.';
export const passwordChanged = (others: string) => `Your password has been changed. ${others}`;
export const authenticatorChanged = (others: string) => `Your authenticator has been changed. ${others}`;
export const changePassword = 'Change password';
export const changeAuthenticator = 'Change authenticator';
export const couldNotChangeAuthenticator = 'Could not change the authenticator.';
export const yourGoogleAccount = 'your Google Account';
export const couldNotLoadSessions = 'Could not load your sessions.';
export const sessions = 'Sessions';
export const sessionSince = (device: string, since: string) => `${device} · since ${since}`;
export const thisBrowser = 'This browser';
export const endSessionSince = (since: string) => `End session since ${since}`;
export const endSession = 'End session';
export const couldNotEndSession = 'Could not end the session.';
export const endOtherSessions = 'End all other sessions';
export const endAllSessions = 'End all sessions';
export const couldNotEndSessions = 'Could not end all of these sessions.';
export const stacks = 'Stacks';
export const chat = 'Chat';
export const orderOfTheTools = 'Tool order';
export const moveUp = (name: string) => `Move ${name} up`;
export const moveDown = (name: string) => `Move ${name} down`;
export const withoutConnection = 'Offline';
export const keepChats = 'Keep my latest conversations in this browser';
export const aboutKeptChats =
  'You can read them here while the site cannot be reached. They are erased when you sign out. Do not turn this on in a shared browser.';
export const couldNotChangeBrowser = 'Could not change the offline settings.';
