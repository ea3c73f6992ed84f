import type { QueryClient } from '@tanstack/react-query';
import type { House } from 'shared-types/contract/ljmonitor';
import type { View } from '../filters/view.ts';
import { call } from '../../../api/call.ts';
import { communitiesQuery } from '../queries.ts';
import { communitiesToCsv, loadCommunities } from './export-communities.ts';
import { historiesToCsv, loadHistories, versionsOf } from './export-histories.ts';
import { housesToCsv, loadAllHouses, loadWholeList } from './export-houses.ts';

export const exportKinds = ['houses', 'histories', 'communities'] as const;
export type ExportKind = (typeof exportKinds)[number];

interface Exporting {
  client: QueryClient;
  view: View;
  /** Gets the number of what is loaded so far. */
  onProgress: (count: number) => void;
  signal: AbortSignal;
}

interface Exported {
  rows: readonly object[];
  toCsv: () => string;
}

/** Loads what a file of each kind has. */
export const loadExport: Record<ExportKind, (exporting: Exporting) => Promise<Exported>> = {
  async houses({ client, view, onProgress, signal }) {
    const houses = await withNames(client, await loadAllHouses(view, onProgress, signal));
    const partnerStars = await loadPartnerStars(signal);
    // The list of the partner's stars leaves out what the user hides, so nothing is known of those.
    const isStarred = ({ houseId, hidden }: House) => (hidden ? undefined : partnerStars?.has(houseId));
    const rows = houses.map((house) => ({ ...house, partnerStarred: isStarred(house) }));
    return { rows, toCsv: () => housesToCsv(rows) };
  },

  async histories({ client, view, onProgress, signal }) {
    const versions = await withNames(client, await loadHistories(view, onProgress, signal));
    return { rows: versionsOf(versions), toCsv: () => historiesToCsv(versions) };
  },

  async communities({ client, onProgress, signal }) {
    const communities = await loadCommunities(client, onProgress, signal);
    return { rows: communities, toCsv: () => communitiesToCsv(communities) };
  },
};

/** Resolves to undefined when nobody shares stars with the user. */
async function loadPartnerStars(signal: AbortSignal) {
  const { partner } = await call('GET /api/ljmonitor/sharing', { signal });
  if (partner === null) return undefined;
  const houses = await loadWholeList({ order: '-updateTime', choice: 'shared' }, () => undefined, signal);
  return new Set(houses.map(({ houseId }) => houseId));
}

async function withNames(client: QueryClient, houses: readonly House[]) {
  const communities = await client.ensureQueryData(communitiesQuery);
  const names = new Map(communities.map(({ resblockId, name }) => [resblockId, name]));
  const { loadEnds } = await import('../row-details.ts');
  const ends = await loadEnds(client, houses);
  return houses.map((house) => {
    const end = house.removed ? ends.get(house.houseId) : undefined;
    return { ...house, community: names.get(house.resblockId) ?? '', fate: end?.fate, sale: end?.sale };
  });
}
