import type { QueryClient } from '@tanstack/react-query';
import type { DailyStats, Resblock } from 'shared-types/contract/ljmonitor';
import { formatExport, isoTime } from './export-csv.ts';
import { communitiesQuery } from '../queries.ts';

interface ExportedCommunity extends Resblock {
  /** The days of the last year with a complete reading, oldest first. */
  days: DailyStats[];
}

/** Loads all communities with the medians of their days, in the order of the page. */
export async function loadCommunities(
  client: QueryClient,
  onProgress: (count: number) => void,
  signal: AbortSignal,
): Promise<ExportedCommunity[]> {
  const found: ExportedCommunity[] = [];
  const { statsQuery } = await import('../row-details.ts');
  for (const community of await client.fetchQuery(communitiesQuery)) {
    const days = await client.fetchQuery(statsQuery(community.resblockId));
    signal.throwIfAborted();
    onProgress(found.push({ ...community, days }));
  }
  return found;
}

/** Returns one row a day. A community without such days has one row. */
export const communitiesToCsv = (communities: readonly ExportedCommunity[]) =>
  formatExport(
    {
      resblockId: ({ resblockId }) => resblockId,
      name: ({ name }) => name,
      district: ({ districtName }) => districtName,
      bizcircle: ({ bizcircleName }) => bizcircleName,
      url: ({ url }) => url,
      housesOnOffer: ({ houseCount }) => houseCount,
      lastReading: ({ lastCompleteAt }) => isoTime(lastCompleteAt),
      time: ({ day }) => isoTime(day?.time ?? null),
      medianUnitPrice: ({ day }) => day?.medianUnitPrice,
      countedHouses: ({ day }) => day?.count,
    },
    communities.flatMap(({ days, ...community }) =>
      (days.length > 0 ? days : [undefined]).map((day) => ({ ...community, day })),
    ),
  );
