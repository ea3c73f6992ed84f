import type { authApi } from 'shared-types/contract/auth';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import type { PreferenceStore } from './preference-store.ts';

export interface PreferencePorts {
  preferences: Pick<PreferenceStore, 'find' | 'put'>;
}

/** Serves the user's preferences. Each page reads them with the session. */
export const preferenceRoutes = ({
  preferences,
}: PreferencePorts): Pick<Routes<typeof authApi>, 'savePreferences'> => ({
  async savePreferences({ user: { userId }, body }) {
    const next = { ...(await preferences.find(userId)), ...body };
    if (await preferences.put(userId, next)) return { ...next, version: body.version + 1 };
    const current = await preferences.find(userId);
    throw new AppError('conflict', 'Another browser has changed these preferences.', { current });
  },
});
