import type { authApi } from 'shared-types/contract/auth';
import type { Routes } from '../platform/http/http-handler.ts';
import { type PreferencePorts, preferenceRoutes } from './account/preference-routes.ts';
import { type GooglePorts, googleRoutes } from './google/google-routes.ts';
import { type MailPorts, mailRoutes } from './mails/mail-routes.ts';
import { type OwnerRoutePorts, ownerRoutes } from './owner/owner-routes.ts';
import { type PasswordPorts, passwordRoutes } from './password/password-routes.ts';
import type { Surroundings } from './ports.ts';
import { type SessionPorts, sessionRoutes } from './sessions/session-routes.ts';
import { type AuthenticatorPorts, authenticatorRoutes } from './sign-in/authenticator-routes.ts';
import { type ReauthenticationPorts, reauthenticationRoutes } from './sign-in/reauthentication-routes.ts';
import { type SignInPorts, signInRoutes } from './sign-in/sign-in-routes.ts';
import { type SignUpPorts, signUpRoutes } from './sign-up/sign-up-routes.ts';

/** Everything that the calls need. Each passes on what its own functions do. */
export type AuthPorts = SignInPorts &
  SignUpPorts &
  GooglePorts &
  SessionPorts &
  OwnerRoutePorts &
  MailPorts &
  ReauthenticationPorts &
  PasswordPorts &
  PreferencePorts &
  AuthenticatorPorts &
  Pick<Surroundings, 'now'> & { version: string };

export function authRoutes(ports: AuthPorts): Routes<typeof authApi> {
  return {
    ...signInRoutes(ports),
    ...signUpRoutes(ports),
    ...googleRoutes(ports),
    ...sessionRoutes(ports),
    ...ownerRoutes(ports),
    ...mailRoutes(ports),
    ...reauthenticationRoutes(ports),
    ...passwordRoutes(ports),
    ...preferenceRoutes(ports),
    ...authenticatorRoutes(ports),

    async getHealth() {
      return { version: ports.version, time: ports.now().getTime() };
    },
  };
}
