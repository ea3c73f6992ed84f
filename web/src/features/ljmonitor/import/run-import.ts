import type { QueryClient } from '@tanstack/react-query';
import type { House } from 'shared-types/contract/ljmonitor';
import { maxHousesPerBatch } from 'shared-types/rules/limits';
import { call } from '../../../api/call.ts';
import { trackCommunity } from '../communities/find/find-community.ts';
import { RefusedLink } from '../communities/refused-link.ts';
import { communitiesQuery } from '../queries.ts';
import { splitIntoBatches } from '../toolbar/plan-read-all.ts';
import { houseIdsIn, type HouseChange, type ImportPlan, planImport } from './plan-import.ts';
import { readCsv } from './read-csv.ts';

/**
 * Reads a CSV and compares it with those of its houses that the tracked communities have. `onProgress` gets the number of houses loaded
 * so far. Throws UnreadableCsv.
 */
export async function prepareImport(
  file: Blob,
  client: QueryClient,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<ImportPlan> {
  const rows = await readCsv(file);
  const communities = await client.fetchQuery(communitiesQuery);
  const houses: House[] = [];
  for (const houseIdList of splitIntoBatches(houseIdsIn(rows), maxHousesPerBatch)) {
    houses.push(...(await call('POST /api/ljmonitor/batch/findHouse', { body: { houseIdList }, signal })));
    onProgress(houses.length);
  }
  return planImport(rows, { houses, communities });
}

interface ImportResult {
  changes: number;
  /** Why communities of the file could not be added. */
  refusals: string[];
}

/** Makes one change after the other. `onProgress` gets the number of those made. */
export async function runImport(
  { communities, houses }: ImportPlan,
  client: QueryClient,
  signal: AbortSignal,
  onProgress: (changes: number) => void,
): Promise<ImportResult> {
  const refusals: string[] = [];
  let changes = 0;
  for (const community of communities) {
    const refusal = await track(community, client);
    signal.throwIfAborted();
    if (refusal === undefined) onProgress((changes += 1));
    else refusals.push(`${community}: ${refusal}`);
  }
  for (const change of houses) {
    await save(change, signal);
    onProgress((changes += 1));
  }
  return { changes, refusals };
}

/** Returns why the listing site has no such community; undefined when it has. */
async function track(community: string, client: QueryClient): Promise<string | undefined> {
  try {
    await trackCommunity(client, community, []);
    return undefined;
  } catch (error) {
    if (error instanceof RefusedLink) return error.message;
    throw error;
  }
}

async function save({ house: { houseId, note: was = '' }, starred, note }: HouseChange, signal: AbortSignal) {
  const params = { houseId };
  if (starred !== undefined)
    await call('PUT /api/ljmonitor/house/{houseId}/choice', { params, body: { starred }, signal });
  if (note !== undefined)
    await call('PUT /api/ljmonitor/house/{houseId}/note', { params, body: { note, was }, signal });
}
