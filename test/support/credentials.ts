/** The password of the users of tests. */
export const password = 'Correct-horse-1';

/** The email address of the local site's owner. */
export const owner = 'owner@home.example';
