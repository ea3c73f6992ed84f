import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { detectChange } from 'lambdas/ljmonitor/houses/house';
import { houseItem } from 'lambdas/ljmonitor/houses/house-item';
import { newResblock } from 'lambdas/ljmonitor/communities/community';
import { monitorStores } from 'lambdas/ljmonitor/compose';
import { ensureTable, tableDefinition } from 'local/aws/dynamodb/tables';
import { type Community, communities } from 'local/fakes/listing-site/city/communities';
import { newListing, unitPriceOf } from 'local/fakes/listing-site/city/listing';
import type { Backend } from '../local/backend.ts';

const atOnce = 8;
const maxBatchSize = 25;

/**
 * Creates a table like the monitor's with houses of the demo city's kind, written past the product because that is
 * quicker.
 */
export async function fillHouseTable(
  { deployment, client, documents }: Backend,
  houses: number,
  lastMs = Date.now(),
): Promise<string> {
  const deployed = deployment.tables.find(({ logicalId }) => logicalId.startsWith('LJMonitor'));
  const [community] = communities;
  if (!deployed || !community) throw new Error('There is no table, or no community to fill it with');
  const TableName = `${deployed.ref}-${houses}`;
  await ensureTable(client, { ...tableDefinition(deployed), TableName });
  await monitorStores({ client: documents, TableName }).addResblock(
    newResblock(community.id, undefined, houses, new Date()),
  );

  const firstMs = lastMs - houses * 1000;
  const write = (serial: number) => ({ PutRequest: { Item: houseRow(community, serial, firstMs + serial * 1000) } });
  const starts = Array.from({ length: Math.ceil(houses / maxBatchSize) }, (_, batch) => batch * maxBatchSize).values();
  const worker = async () => {
    for (const start of starts) {
      const length = Math.min(maxBatchSize, houses - start);
      const writes = Array.from({ length }, (_, index) => write(start + index + 1));
      await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: writes } }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return TableName;
}

/** Returns a house as the monitor would store it when it sees it for the first time. */
function houseRow(community: Community, serial: number, seenAtMs: number) {
  const listing = newListing(community, serial, seenAtMs);
  const { houseId, title, layout, area, facing, decoration, floor, builtIn, building, tags, price } = listing;
  const read = {
    houseId,
    resblockId: community.id,
    title,
    description: [layout, `${area}平米`, facing, decoration, floor, `${builtIn}年`, building].join(' | '),
    tags: [...tags],
    price,
    unitPrice: unitPriceOf(listing),
  };
  const change = detectChange(read, undefined, new Date(seenAtMs));
  if (!change) throw new Error('A house that is new is a change');
  return houseItem(change.after);
}
