import { Agent, request as send, type ServerResponse } from 'node:http';
import type { Json, JsonObject } from '../../json.ts';
import type { AwsAccount } from '../access.ts';
import { type AwsRequest, refuse, type Service } from '../endpoint.ts';
import { objectOf, textOf } from '../../json.ts';
import { permissionsByOperation, withSameAction } from '../required-permissions.ts';

/**
 * Serves DynamoDB behind the endpoint. A transaction needs the permission for each of its items, and an index is a
 * separate resource.
 */
export function dynamoDbService(origin: string, { account, region }: AwsAccount): Service {
  const tableArn = (nameOrArn: Json | undefined) => {
    const text = textOf(nameOrArn);
    return text.startsWith('arn:') ? text : `arn:aws:dynamodb:${region}:${account}:table/${text}`;
  };
  const permission = (action: string, nameOrArn: Json | undefined, index?: Json) => ({
    action: `dynamodb:${action}`,
    resource: tableArn(nameOrArn) + (index === undefined ? '' : `/index/${textOf(index)}`),
  });
  const onItem = (action: string, { TableName, Key, Item = Key }: JsonObject) => ({
    ...permission(action, TableName),
    partitions: [textOf(objectOf(objectOf(Item)['pk'])['S'])],
  });
  const onTable = (action: string) => (input: JsonObject) => [permission(action, input['TableName'])];
  const onOneItem = (action: string) => (input: JsonObject) => [onItem(action, input)];
  const onTableOrIndex = (action: string) => (input: JsonObject) => [
    permission(action, input['TableName'], input['IndexName']),
  ];
  const onEachTable = (action: string) => (input: JsonObject) =>
    Object.keys(objectOf(input['RequestItems'])).map((name) => permission(action, name));
  const onEachItem = (actions: Record<string, string>) => (input: JsonObject) => {
    const items = input['TransactItems'];
    return (Array.isArray(items) ? items : [])
      .flatMap((item) => Object.entries(objectOf(item)))
      .map(([kind, item]) => onItem(actions[kind] ?? kind, objectOf(item)));
  };

  return {
    deniedStatus: 400,
    serve: forwardTo(origin),
    requiredPermissions: permissionsByOperation({
      ...withSameAction(['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'], onOneItem),
      ...withSameAction(['DescribeTable', 'CreateTable'], onTable),
      ...withSameAction(['Query', 'Scan'], onTableOrIndex),
      ...withSameAction(['BatchGetItem', 'BatchWriteItem'], onEachTable),
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

/** Passes a request on to the engine unchanged. */
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
