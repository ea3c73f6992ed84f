import { RebuildPacks } from 'shared-types/contract/chat/search-packs';
import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { eventHandler } from '../platform/worker/event-handler.ts';
import { packStores } from './compose.ts';
import { searchPacksEnv } from './env.ts';
import { rebuildPacks } from './search/rebuild-packs.ts';

const env = readEnv(searchPacksEnv);
const store = packStores({ client: documentClient(), TableName: env.TABLE_NAME });

export const handler = eventHandler((event) => rebuildPacks({ store, now }, RebuildPacks.parse(event)));
