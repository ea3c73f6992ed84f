import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { createHash, randomBytes } from 'node:crypto';
import type { Cloud } from '../cloud.ts';

const oneHourMs = 3_600_000;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The same name is always the same person. */
function userIdOf(name: string) {
  const hex = sha256(`person ${name}`);
  return `cognito|${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Signs a person in by writing the row that a sign-in writes. */
export function sessionRows({ resources, clock, aws }: Pick<Cloud, 'resources' | 'clock' | 'aws'>) {
  const table = resources.find(
    ({ type, logicalId }) => type === 'AWS::DynamoDB::Table' && logicalId.startsWith('Sessions'),
  );
  const client = new DynamoDBClient({ ...aws });

  return async (name: string) => {
    if (!table) throw new Error('the template has no table of the construct Sessions');
    const token = randomBytes(32).toString('base64url');
    const userId = userIdOf(name);
    const createdAtMs = clock.now();
    const expiresAtMs = createdAtMs + oneHourMs;
    await client.send(
      new PutItemCommand({
        TableName: table.ref,
        Item: {
          pk: { S: `SESSION#${sha256(token)}` },
          sk: { S: 'SESSION' },
          gsi1pk: { S: `USER#${userId}` },
          gsi1sk: { S: `SESSION#${createdAtMs}` },
          userId: { S: userId },
          name: { S: name },
          avatarUrl: { NULL: true },
          provider: { S: 'cognito' },
          createdAtMs: { N: String(createdAtMs) },
          expiresAtMs: { N: String(expiresAtMs) },
          ttl: { N: String(Math.ceil(expiresAtMs / 1000)) },
        },
      }),
    );
    const cookie = `__Host-sid=${token}`;
    return { cookie, setCookie: `${cookie}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=3600`, userId };
  };
}
