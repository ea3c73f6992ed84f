import { describe, expect, it } from '@jest/globals';
import {
  cloudFormationClient,
  cloudFormationReader,
  cloudFormationWriter,
} from 'lambdas/stack/snapshot/cloudformation-client';

/** Creates a client whose CloudFormation gives this answer or error, and the inputs that it receives. */
function answering(answer: object | Error) {
  const asked: object[] = [];
  const client = cloudFormationClient({ region: 'us-east-1', maxAttempts: 1 });
  client.middlewareStack.add(
    () =>
      async ({ input }) => {
        asked.push(input);
        if (answer instanceof Error) throw answer;
        return { response: {}, output: { $metadata: {}, ...answer } };
      },
    { step: 'serialize', priority: 'high' },
  );
  const launching = {
    templateUrls: { bedrock: 'https://s3/template.json', java: 'https://s3/java.json' },
    serviceRoleArn: 'arn:role',
  };
  return { asked, ...cloudFormationReader(client), ...cloudFormationWriter(client, launching) };
}

const refusing = (name: string, message = 'no') =>
  answering(Object.assign(new Error(message), { name, $fault: 'client' }));

describe('the CloudFormation client', () => {
  it('creates a stack from the template in the service role, with the action’s id as idempotency token', async () => {
    const stacks = answering({ StackId: 'arn:game/1' });
    expect(await stacks.createStack({ name: 'game', game: 'bedrock' }, { Motd: 'hi' }, 'action-1')).toEqual({
      kind: 'begun',
      stackId: 'arn:game/1',
    });
    expect(stacks.asked).toEqual([
      {
        StackName: 'game',
        TemplateURL: 'https://s3/template.json',
        RoleARN: 'arn:role',
        ClientRequestToken: 'action-1',
        Tags: [
          { Key: 'home-page:action', Value: 'action-1' },
          { Key: 'home-page:stack', Value: 'game' },
        ],
        Parameters: [{ ParameterKey: 'Motd', ParameterValue: 'hi' }],
      },
    ]);
  });

  it('deletes a stack in the service role', async () => {
    const stacks = answering({});
    expect(await stacks.deleteStack('arn:game/1')).toEqual({ kind: 'begun' });
    expect(stacks.asked).toEqual([{ StackName: 'arn:game/1', RoleARN: 'arn:role' }]);
  });

  it('describes a stack and returns the requested number of its newest events', async () => {
    const [Timestamp, CreationTime, LastUpdatedTime] = [new Date(3), new Date(1), new Date(2)];
    const stacks = answering({
      Stacks: [
        { StackId: 'arn:game/1', StackName: 'game', StackStatus: 'UPDATE_COMPLETE', CreationTime, LastUpdatedTime },
      ],
      StackEvents: ['c', 'b', 'a'].map((LogicalResourceId) => ({ LogicalResourceId, Timestamp })),
    });
    expect(await stacks.findStack('game')).toMatchObject({
      creationTimeMs: 1,
      updateTimeMs: 2,
      launchedBy: null,
      outputs: [],
    });
    expect(await stacks.listEvents('game', 2)).toMatchObject([
      { logicalResourceId: 'c', timestamp: 3, reason: null },
      { logicalResourceId: 'b' },
    ]);
  });

  it.each(['AlreadyExistsException', 'TokenAlreadyExistsException'])(
    'reports that the stack exists: %s',
    async (name) => {
      expect(await refusing(name).createStack({ name: 'game', game: 'bedrock' }, {}, 'action-1')).toEqual({
        kind: 'exists',
      });
    },
  );

  it('takes only one answer for a missing stack', async () => {
    const absent = refusing('ValidationError', 'Stack with id game does not exist');
    expect([await absent.findStack('game'), await absent.listEvents('game', 5)]).toEqual([undefined, []]);
    const other = refusing('InternalFailure', 'The bucket does not exist');
    await expect(other.findStack('game')).rejects.toThrow('does not exist');
    await expect(refusing('ValidationError', 'The name is too long').findStack('game')).rejects.toThrow('too long');
  });

  it.each(['AccessDenied', 'AccessDeniedException', 'ExpiredTokenException', 'InvalidClientTokenId'])(
    'is unavailable for every call when it denies access: %s',
    async (name) => {
      const refused = refusing(name);
      for (const ask of [
        () => refused.findStack('game'),
        () => refused.listEvents('game', 5),
        () => refused.createStack({ name: 'game', game: 'bedrock' }, {}, 'action-1'),
        () => refused.deleteStack('arn:game/1'),
      ])
        await expect(ask()).rejects.toMatchObject({ code: 'unavailable', detail: { retryAfterSeconds: 30 } });
    },
  );

  it('returns the reason of a permanent refusal', async () => {
    const refused = { kind: 'refused', reason: 'CloudFormation refused: Too many stacks' };
    const full = refusing('LimitExceededException', 'Too many stacks');
    expect(await full.createStack({ name: 'game', game: 'bedrock' }, {}, 'action-1')).toEqual(refused);
    expect(await full.deleteStack('arn:game/1')).toEqual(refused);
  });

  it('throws on a server error, so that the workflow retries', async () => {
    const broken = answering(Object.assign(new Error('We broke'), { name: 'InternalFailure', $fault: 'server' }));
    await expect(broken.createStack({ name: 'game', game: 'bedrock' }, {}, 'action-1')).rejects.toThrow('We broke');
    await expect(broken.deleteStack('arn:game/1')).rejects.toThrow('We broke');
  });
});
