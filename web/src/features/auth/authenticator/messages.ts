export const confirm = 'Confirm';
export const mfaCode = 'MFA code';
export const twoStepVerification = 'Two-step verification';
export const enterCode =
  'Enter the 6-digit code from your authenticator app. A code works once: after setting up the app, wait for its next one.';
export const qrCode = 'QR code for your authenticator app';
export const changeAuthenticator = 'Change authenticator';
export const scanForReplacement =
  'Scan this code with your new authenticator app, then enter the code that the app shows. Until then the current one stays valid. Your other browsers will be signed out.';
export const codeOfNewAuthenticator = 'Code of the new authenticator';
export const cancel = 'Cancel';
export const couldNotLoadQr = 'Could not load the QR code.';
export const enterKeyInstead = 'Cannot scan it? Enter this key:';
export const copy = 'Copy';
export const copied = 'Copied';
export const setUpAnAuthenticator = 'Set up an authenticator';
export const scanForSetup = 'Scan this code with an authenticator app, then enter the code that the app shows.';
export const scanNewForSetup =
  'This QR code is new. In your authenticator app, delete the entry from the earlier one. Then scan this code and enter the code that the app shows.';
