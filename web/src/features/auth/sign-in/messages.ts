import type { SignInReason } from '../flow/flow-page.ts';

/** Why the user is on the sign-in page again, and what to do. */
export const reasons: Record<SignInReason, string> = {
  passwordChanged: 'Your password has been changed. Sign in with the new one.',
  signInEnded: 'Your sign-in has ended, because a code was wrong or it took too long. Sign in again.',
  setupEnded:
    'Your setup has ended, because a code was wrong or it took too long. Sign in again, then scan the new QR code.',
  setupLeft: 'A QR code is shown only once. Sign in again, then scan the new one.',
};
export const yourAccount = 'Your account';
export const signIn = 'Sign in';
export const couldNotCheckSession = 'Could not check whether you are signed in.';
export const signInWithCognito = 'Sign in with Cognito';
export const aboutCognito = 'Choose Cognito for an account on this site, with a password and an authenticator app.';
export const openYourTools = 'Open your tools';
export const continueWhereYouLeftOff = 'Continue where you left off';
export const signInButton = 'Sign In';
export const noAccountYet = "Don't have an account? Sign Up";
export const forgotYourPassword = 'Forgot your password?';
export const username = 'Username';
export const yourEmailAddress = 'Your email address';
export const password = 'Password';
export const signingIn = 'Signing in…';
