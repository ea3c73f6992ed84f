import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { RebuiltPacks } from 'shared-types/contract/chat/search-packs';
import { authTableParameter, searchPacksParameter } from '../../parameter-names.ts';
import { deployedValues, findPeople } from '../operator.ts';
import { patience } from '../patience.ts';
import type { PackedSite } from '../search-packs.ts';
import { OperatorError } from '../terminal.ts';

/** The function answers within its minute, also about a conversation of years. */
const patienceForRuns = { requestHandler: { ...patience.requestHandler, socketTimeout: 70_000 } };

/** Connects to the deployed site with the AWS credentials of the environment. */
export async function deployedPacks(): Promise<PackedSite> {
  const valueOf = deployedValues();
  const authTable = await valueOf(authTableParameter);
  const FunctionName = await valueOf(searchPacksParameter);
  const accounts = { dynamoDb: new DynamoDBClient(patience), authTable };
  const lambda = new LambdaClient(patienceForRuns);
  return {
    findPeople: (username) => findPeople(accounts, username),
    async rebuild(part) {
      const call = new InvokeCommand({ FunctionName, Payload: JSON.stringify(part) });
      const { FunctionError: failed, Payload } = await lambda.send(call);
      const answer = Payload?.transformToString() ?? '';
      if (failed !== undefined) throw new OperatorError(`The function that rebuilds packs has failed: ${answer}`);
      return RebuiltPacks.parse(JSON.parse(answer));
    },
  };
}
