import type { Answer } from 'shared-types/contract/api';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';

type Card = Answer<'GET /api/minecraft_bedrock/v2/{stackName}/description'>['data'];

/** The polls of a page's cards come due within this time, because one response has started all their timers. */
const gatherMs = 20;

interface Batch {
  names: Set<string>;
  cards: Promise<Partial<Record<string, Card>>>;
}

/** The batch that has not been sent yet. */
let gathering: Batch | undefined;

/** Loads the data of a card. All cards that are due at the same time are loaded by one call. */
export async function describeTogether(stackName: string): Promise<Card> {
  gathering ??= newBatch();
  gathering.names.add(stackName);
  const card = (await gathering.cards)[stackName];
  // The server leaves out a stack that it knows nothing about while CloudFormation is unavailable.
  if (!card) throw new ApiError({ status: 503, errorCode: 'unavailable', message: stackName, requestId: null });
  return card;
}

function newBatch(): Batch {
  const names = new Set<string>();
  const sent = new Promise<void>((resolve) => setTimeout(resolve, gatherMs));
  const cards = sent.then(() => {
    gathering = undefined;
    return load([...names]);
  });
  return { names, cards };
}

async function load(names: string[]): Promise<Partial<Record<string, Card>>> {
  const [stackName = '', ...others] = names;
  if (others.length > 0) {
    const { described } = await call('GET /api/minecraft_bedrock/v2', { query: { describe: names.join() } });
    return described ?? {};
  }
  const { data } = await call('GET /api/minecraft_bedrock/v2/{stackName}/description', { params: { stackName } });
  return { [stackName]: data };
}
