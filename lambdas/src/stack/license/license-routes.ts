import type { stackLicenseApi } from 'shared-types/contract/stack/license';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import type { License } from './license.ts';
import type { LicenseStore } from './license-store.ts';

interface AcceptPorts {
  store: Pick<LicenseStore, 'putAcceptance'>;
  license: License | null;
  now: () => Date;
}

/** Returns the call about the license of the game. */
export const licenseRoutes = ({ store, license, now }: AcceptPorts): Routes<typeof stackLicenseApi> => ({
  async acceptLicense({ body: { url }, user: { name: by, userId } }) {
    if (url !== license?.url)
      throw new AppError('conflict', 'The license has changed. Reload the page, then accept the new one.');
    await store.putAcceptance({ url, by, userId, atMs: now().getTime() });
    return {};
  },
});
