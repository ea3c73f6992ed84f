import { Agent, request as send, type ServerResponse } from 'node:http';
import type { Json, JsonObject } from '../../cloud.ts';
import { type AwsRequest, refuse, type Service } from '../endpoint.ts';
import { objectOf, textOf } from '../../json.ts';
import { needsByOperation, sameName } from '../required-permissions.ts';

interface Place {
  account: string;
  region: string;
}

/** DynamoDB as IAM sees it: a transaction needs the grant of each thing in it, and an index is a resource of its own. */
export function dynamoDbService(origin: string, { account, region }: Place): Service {
  const tableArn = (nameOrArn: Json | undefined) => {
    const text = textOf(nameOrArn);
    return text.startsWith('arn:') ? text : `arn:aws:dynamodb:${region}:${account}:table/${text}`;
  };
  const need = (action: string, nameOrArn: Json | undefined, index?: Json) => ({
    action: `dynamodb:${action}`,
    resource: tableArn(nameOrArn) + (index === undefined ? '' : `/index/${textOf(index)}`),
  });
  const onTable = (action: string) => (input: JsonObject) => [need(action, input['TableName'])];
  const onTableOrIndex = (action: string) => (input: JsonObject) => [
    need(action, input['TableName'], input['IndexName']),
  ];
  const onEachTable = (action: string) => (input: JsonObject) =>
    Object.keys(objectOf(input['RequestItems'])).map((name) => need(action, name));
  const onEachItem = (actions: Record<string, string>) => (input: JsonObject) => {
    const items = input['TransactItems'];
    return (Array.isArray(items) ? items : [])
      .flatMap((item) => Object.entries(objectOf(item)))
      .map(([kind, item]) => need(actions[kind] ?? kind, objectOf(item)['TableName']));
  };

  return {
    deniedStatus: 400,
    serve: forwardTo(origin),
    needs: needsByOperation({
      ...sameName(['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'DescribeTable', 'CreateTable'], onTable),
      ...sameName(['Query', 'Scan'], onTableOrIndex),
      ...sameName(['BatchGetItem', 'BatchWriteItem'], onEachTable),
      TransactGetItems: onEachItem({ Get: 'GetItem' }),
      TransactWriteItems: onEachItem({
        ConditionCheck: 'ConditionCheckItem',
        Delete: 'DeleteItem',
        Put: 'PutItem',
        Update: 'UpdateItem',
      }),
    }),
  };
}

/** Passes a request on to the engine as it came. */
function forwardTo(origin: string) {
  const agent = new Agent({ keepAlive: true });
  const { host } = new URL(origin);
  return ({ headers, body }: AwsRequest, response: ServerResponse) => {
    const onward = send(origin, { agent, method: 'POST', headers: { ...headers, host } });
    onward.once('response', (answer) => {
      const { date: _machineTime, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 500, kept);
      answer.pipe(response);
    });
    onward.once('error', (error) => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'InternalServerError', String(error));
    });
    onward.end(body);
  };
}
