import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { findPeople } from 'infra/operator/operator';
import { authTableParameter, searchPacksParameter } from 'infra/parameter-names';
import type { RebuildPacks } from 'shared-types/contract/chat/search-packs';
import type { Cloud } from '../cloud.ts';
import { deployedName } from './deployed-names.ts';
import { sayAsFound } from './operator.ts';

/** Does what `npm run search-packs` does at the deployed site. */
export function packsOf({ resources, functions, aws }: Pick<Cloud, 'resources' | 'functions' | 'aws'>) {
  const accounts = {
    dynamoDb: new DynamoDBClient({ ...aws }),
    authTable: deployedName(resources, authTableParameter) ?? '',
  };
  const functionArn = deployedName(resources, searchPacksParameter) ?? '';
  return {
    people: async ({ username }: { username?: string | undefined }) => ({
      people: await findPeople(accounts, username).catch(sayAsFound),
    }),
    rebuild: (part: RebuildPacks) => functions.invoke(functionArn, { ...part }),
  };
}
