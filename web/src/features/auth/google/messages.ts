export const loadingGoogleSignIn = 'Loading Google sign-in';
export const error = 'error';
export const googleNotSetUp = 'Google sign-in is not set up on this site.';
export const googleUnavailable = 'Google sign-in is unavailable right now. Try again in a moment.';
export const signInWithGoogle = 'Sign in with Google';
