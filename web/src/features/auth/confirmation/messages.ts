export const verifyYourIdentity = 'Verify your identity';
export const confirmed = 'Confirmed';
export const notConfirmed = 'Not confirmed';
export const confirmAtGoogle =
  'Choose your account at Google once more, in another tab. You will not be asked again for five minutes.';
export const googleCannotBeReached = 'Google cannot be reached.';
export const cancel = 'Cancel';
export const continueWithGoogle = 'Continue with Google';
export const confirmWithPassword =
  'Enter your password and a code from your authenticator app. You will not be asked again for five minutes.';
export const currentPassword = 'Current password';
export const mfaCode = 'MFA code';
export const confirm = 'Confirm';
