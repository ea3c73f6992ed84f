import type { TrackedResblock } from '../communities/community.ts';
import type { SoldPages } from '../listing-site/sold-pages.ts';
import type { SoldStore } from './sold-store.ts';

export interface SoldPorts {
  store: SoldStore & { findResblock(resblockId: string): Promise<TrackedResblock | undefined> };
  pages: SoldPages;
  /** The origin that the deployment reads. */
  configuredOrigin: string;
  now: () => Date;
}
