import type { authApi } from 'shared-types/contract/auth';
import type { Routes } from '../platform/http/http-handler.ts';
import type { AuthPorts } from './ports.ts';
import { googleRoutes } from './routes-google.ts';
import { ownerRoutes } from './routes-owner.ts';
import { sessionRoutes } from './routes-sessions.ts';
import { signInRoutes } from './routes-sign-in.ts';
import { signUpRoutes } from './routes-sign-up.ts';

export function authRoutes(ports: AuthPorts): Routes<typeof authApi> {
  return {
    ...signInRoutes(ports),
    ...signUpRoutes(ports),
    ...googleRoutes(ports),
    ...sessionRoutes(ports),
    ...ownerRoutes(ports),

    async getHealth() {
      return { version: ports.version, time: ports.now().getTime() };
    },
  };
}
