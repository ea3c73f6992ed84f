import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  CognitoIdentityProviderClient,
  DescribeUserPoolClientCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  BatchGetItemCommand,
  DescribeLimitsCommand,
  DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { createClock, followClock } from 'local/clock';
import { cognitoService } from 'local/aws/cognito/service';
import { dynamoDbService } from 'local/aws/dynamodb/service';
import { ssmService } from 'local/aws/ssm/ssm';
import { type AwsEndpoint, refuse, respond, type Service, startEndpoint } from 'local/aws/endpoint';

const place = { account: '000000000000', region: 'us-east-1' };
const tableArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/T';
const Key = { pk: { S: 'a' } };

/** A Cognito without users. */
const identity = cognitoService(
  {
    accessTo: (operation) => ({ SignUp: 'open', DescribeUserPoolClient: 'granted' } as const)[operation],
    handle: async () => ({ status: 200, body: {} }),
    totp: () => undefined,
    authenticators: () => [],
    jwks: (poolId) => (poolId === 'us-east-1_pool' ? { keys: [] } : undefined),
  },
  place,
);

/** Asks for the same grants as the real one, and answers everything with nothing. */
const answersNothing = (service: Service): Service => ({
  ...service,
  serve: (_, response) => respond(response, { Responses: {}, Items: [] }),
});

const itemOf = (pk: string) => new GetItemCommand({ TableName: 'T', Key: { pk: { S: pk } } });

describe('the endpoint', () => {
  let awsEndpoint: AwsEndpoint;
  let allowed: string[];
  let reports: string[];
  const credentials = { accessKeyId: 'AKIDWORKER', secretAccessKey: 'x' };
  const client = () =>
    new DynamoDBClient({ endpoint: awsEndpoint.origin, region: place.region, credentials, maxAttempts: 1 });

  beforeEach(async () => {
    allowed = [];
    reports = [];
    awsEndpoint = await startEndpoint();
    awsEndpoint.open({
      services: {
        dynamodb: answersNothing(dynamoDbService('http://127.0.0.1:9', place)),
        ssm: ssmService({ '/site/secret': 'hush' }, {}, place),
        'cognito-idp': answersNothing(identity),
      },
      callerOf: (accessKeyId) =>
        accessKeyId === credentials.accessKeyId
          ? {
              name: 'the worker',
              allows: (action, on, partitions = []) =>
                allowed.includes(`${action} ${on}`) ||
                (partitions.length > 0 && partitions.every((key) => allowed.includes(`${action} of ${key}`))),
            }
          : undefined,
      report: (sentence) => reports.push(sentence),
    });
  });
  afterEach(() => awsEndpoint.close());

  it('passes on calls that the caller’s role permits', async () => {
    allowed = [`dynamodb:GetItem ${tableArn}`];
    await expect(client().send(new GetItemCommand({ TableName: 'T', Key }))).resolves.toBeDefined();
  });

  it('names the caller, action and resource of a missing permission, as DynamoDB does', async () => {
    await expect(client().send(new GetItemCommand({ TableName: 'T', Key }))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: `User: the worker is not authorized to perform: dynamodb:GetItem on resource: ${tableArn} because no identity-based policy allows the dynamodb:GetItem action`,
    });
    expect(reports).toHaveLength(1);
  });

  it('refuses the items of another partition to a role that may read one', async () => {
    allowed = ['dynamodb:GetItem of ACCOUNT#ann'];
    await expect(client().send(itemOf('ACCOUNT#ann'))).resolves.toBeDefined();
    await expect(client().send(itemOf('CHALLENGE#1'))).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });

  it('treats an index as a resource of its own', async () => {
    allowed = [`dynamodb:Query ${tableArn}`];
    const query = new QueryCommand({ TableName: 'T', IndexName: 'gsi1', KeyConditionExpression: 'pk = :p' });
    await expect(client().send(query)).rejects.toThrow(`dynamodb:Query on resource: ${tableArn}/index/gsi1`);
  });

  it('requires a permission for each item of a transaction', async () => {
    allowed = [`dynamodb:PutItem ${tableArn}`];
    const transaction = new TransactWriteItemsCommand({
      TransactItems: [
        { Put: { TableName: 'T', Item: Key } },
        { ConditionCheck: { TableName: 'T', Key, ConditionExpression: 'attribute_exists(pk)' } },
      ],
    });
    await expect(client().send(transaction)).rejects.toThrow('dynamodb:ConditionCheckItem');
    allowed.push(`dynamodb:ConditionCheckItem ${tableArn}`);
    await expect(client().send(transaction)).resolves.toBeDefined();
  });

  it('requires a permission for each table of a batch', async () => {
    allowed = [`dynamodb:BatchGetItem ${tableArn}`];
    const batch = new BatchGetItemCommand({ RequestItems: { T: { Keys: [Key] }, Other: { Keys: [Key] } } });
    await expect(client().send(batch)).rejects.toThrow('table/Other');
  });

  it('returns a parameter to callers that may read it', async () => {
    const ssm = new SSMClient({ endpoint: awsEndpoint.origin, region: place.region, credentials });
    const ask = () => ssm.send(new GetParameterCommand({ Name: '/site/secret' }));
    await expect(ask()).rejects.toMatchObject({ name: 'AccessDeniedException' });
    allowed = ['ssm:GetParameter arn:aws:ssm:us-east-1:000000000000:parameter/site/secret'];
    expect((await ask()).Parameter?.Value).toBe('hush');
  });

  it('refuses unknown operations and services by name', async () => {
    await expect(client().send(new DescribeLimitsCommand({}))).rejects.toThrow('dynamodb:DescribeLimits');
    const sqs = new SQSClient({ endpoint: awsEndpoint.origin, region: place.region, credentials, maxAttempts: 1 });
    const send = sqs.send(new SendMessageCommand({ QueueUrl: `${awsEndpoint.origin}/0/q`, MessageBody: 'x' }));
    await expect(send).rejects.toThrow('sqs:SendMessage');
  });

  const statusOf = async (target: string) =>
    (await fetch(awsEndpoint.origin, { method: 'POST', headers: { 'x-amz-target': target }, body: '{}' })).status;

  it('accepts unsigned calls of Cognito’s public operations only', async () => {
    expect(await statusOf('AWSCognitoIdentityProviderService.SignUp')).toBe(200);
    expect(await statusOf('AWSCognitoIdentityProviderService.DescribeUserPoolClient')).toBe(403);
    expect(await statusOf('AWSCognitoIdentityProviderService.Unheard')).toBe(403);
    expect(await statusOf('DynamoDB_20120810.GetItem')).toBe(403);
  });

  it('publishes the keys of a pool at Cognito’s path', async () => {
    const keys = await fetch(`${awsEndpoint.origin}/us-east-1_pool/.well-known/jwks.json`);
    expect([keys.status, await keys.json()]).toEqual([200, { keys: [] }]);
    expect((await fetch(`${awsEndpoint.origin}/us-east-1_other/.well-known/jwks.json`)).status).toBe(403);
  });

  it('requires a permission on the pool before it returns the client’s secret', async () => {
    const cognito = new CognitoIdentityProviderClient({
      endpoint: awsEndpoint.origin,
      region: place.region,
      credentials,
    });
    const asking = new DescribeUserPoolClientCommand({ UserPoolId: 'us-east-1_pool', ClientId: 'client' });
    const poolArn = 'arn:aws:cognito-idp:us-east-1:000000000000:userpool/us-east-1_pool';
    await expect(cognito.send(asking)).rejects.toThrow(`cognito-idp:DescribeUserPoolClient on resource: ${poolArn}`);
    allowed = [`cognito-idp:DescribeUserPoolClient ${poolArn}`];
    await expect(cognito.send(asking)).resolves.toBeDefined();
  });

  it('answers with the product’s time, so that the SDK does not assume a wrong clock', async () => {
    const clock = createClock();
    const undo = followClock(clock.buffer);
    clock.advance(3_600_000);
    const { headers } = await fetch(awsEndpoint.origin, { method: 'POST', body: '{}' });
    undo();
    expect(Date.parse(headers.get('date') ?? '')).toBeGreaterThan(Date.now() + 3_000_000);
  });

  it('lets a test intercept permitted calls', async () => {
    const seen: string[] = [];
    const guarded = await startEndpoint();
    guarded.open({
      services: { dynamodb: answersNothing(dynamoDbService('http://127.0.0.1:9', place)) },
      callerOf: () => ({ name: 'the worker', allows: (action) => action === 'dynamodb:GetItem' }),
      report: () => {},
      intercept(call, response, pass) {
        seen.push(`${call.caller?.name} ${call.service} ${call.operation}`);
        return call.input['ConsistentRead'] ? pass(call, response) : refuse(response, 400, 'ThrottlingException', '');
      },
    });
    const sdk = new DynamoDBClient({ endpoint: guarded.origin, region: place.region, credentials, maxAttempts: 1 });
    const read = (ConsistentRead: boolean) => sdk.send(new GetItemCommand({ TableName: 'T', Key, ConsistentRead }));
    await expect(read(true)).resolves.toBeDefined();
    await expect(read(false)).rejects.toMatchObject({ name: 'ThrottlingException' });
    await expect(sdk.send(new QueryCommand({ TableName: 'T' }))).rejects.toMatchObject({
      name: 'AccessDeniedException',
    });
    expect(seen).toEqual(['the worker dynamodb GetItem', 'the worker dynamodb GetItem']);
    await guarded.close();
  });

  it('refuses unknown access keys and unsigned requests', async () => {
    const stranger = new DynamoDBClient({
      endpoint: awsEndpoint.origin,
      region: place.region,
      credentials: { accessKeyId: 'AKIDSTRANGER', secretAccessKey: 'x' },
    });
    await expect(stranger.send(new GetItemCommand({ TableName: 'T', Key }))).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
    });
    const unsigned = await fetch(awsEndpoint.origin, { method: 'POST', body: '{}' });
    expect(unsigned.status).toBe(403);
  });
});
