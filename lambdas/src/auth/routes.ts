import type { authApi } from 'shared-types/contract/auth';
import type { Routes } from '../platform/http/http-handler.ts';
import type { AuthPorts } from './ports.ts';
import { authenticatorRoutes } from './sign-in/authenticator-routes.ts';
import { passwordRoutes } from './password/password-routes.ts';
import { preferenceRoutes } from './account/preference-routes.ts';
import { reauthenticationRoutes } from './sign-in/reauthentication-routes.ts';
import { googleRoutes } from './google/google-routes.ts';
import { mailRoutes } from './mails/mail-routes.ts';
import { ownerRoutes } from './owner/owner-routes.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { signUpRoutes } from './sign-up/sign-up-routes.ts';

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
