import * as z from 'zod';
import { passwordProblem } from '../rules/auth/password.ts';
import { isUsername, usernameMessage, usernameOf } from '../rules/auth/username.ts';

export const sessionRef = z.string().regex(/^[\w-]{1,64}$/, 'is no reference');
export const userId = z.string().regex(/^(cognito|google)\|[\w.-]{1,128}$/, 'is no id of a user');

/** A username is accepted as typed. A text that is no email address belongs to no account. */
export const Username = z.string().max(254).transform(usernameOf).pipe(z.string().min(1));
export const NewUsername = Username.refine(isUsername, usernameMessage);

export const NewPassword = z.string().superRefine((password, context) => {
  const problem = passwordProblem(password);
  if (problem !== undefined) context.addIssue(problem);
});

/** A code from an email or an authenticator app. Users type and paste spaces with it. */
export const Code = z
  .string()
  .max(64)
  .transform((typed) => typed.replaceAll(/\s/g, ''))
  .pipe(z.string().min(1));

/** The parameters of a redirect to Google that belong to one step. */
export const GoogleInit = z.object({
  authorization_endpoint: z.string(),
  clientId: z.string(),
  stateToken: z.string(),
  codeChallenge: z.string(),
});
