import type { authApi } from 'shared-types/auth';
import type { Routes } from '../lib/http.ts';
import type { AuthPorts } from './ports.ts';

export function authRoutes({ version, now }: AuthPorts): Routes<typeof authApi> {
  return {
    async getSession({ user }) {
      return { data: { userContext: user } };
    },

    async getHealth() {
      return { version, time: now().getTime() };
    },
  };
}
