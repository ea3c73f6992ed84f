/** The wish of a user to share stars. */
export interface StarShare {
  userId: string;
  name: string;
  /** The address of the user's account. */
  email: string;
  /** The address of the other person's account. */
  withEmail: string;
}
