import type { GameLicense } from 'shared-types/contract/stack/license';
import { AppError } from '../../platform/app-error.ts';
import type { License } from './license.ts';
import type { LicenseStore } from './license-store.ts';

export interface LicensePorts {
  store: Pick<LicenseStore, 'findAcceptance'>;
  /** The license that the owner has to accept before the first start; null for a game without one. */
  license: License | null;
}

/** Reads the license as a page shows it; null for a game without one. */
export async function readLicense({ store, license }: LicensePorts): Promise<GameLicense | null> {
  if (!license) return null;
  const acceptance = await store.findAcceptance(license.url);
  return { ...license, accepted: acceptance ? { by: acceptance.by, time: acceptance.atMs } : null };
}

/** Refuses to start a game whose license the owner has not accepted. */
export async function requireLicense(ports: LicensePorts) {
  const license = await readLicense(ports);
  if (license && !license.accepted)
    throw new AppError(
      'forbidden',
      `The owner has to accept the ${license.name} on the page of the server before it can start.`,
    );
}
