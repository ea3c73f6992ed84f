import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { GetParameterCommand, ParameterNotFound, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { googleSecretParameter, originVerifyParameter } from '../infra/src/parameter-names.ts';
import { openAiKeyParameter } from '../infra/src/domains/chat.ts';

/** `npm run setup` runs once before the first deployment and makes the values that no template may hold. Existing values stay. */
const client = new SSMClient();

async function exists(Name: string): Promise<boolean> {
  try {
    await client.send(new GetParameterCommand({ Name }));
    return true;
  } catch (error) {
    if (error instanceof ParameterNotFound) return false;
    throw error;
  }
}

async function make(Name: string, Type: 'String' | 'SecureString', valueOf: () => string | Promise<string>) {
  if (await exists(Name)) return console.log(`${Name} exists already`);
  const Value = await valueOf();
  if (Value === '') return console.log(`${Name} was skipped. Run this again to make it.`);
  await client.send(new PutParameterCommand({ Name, Value, Type }));
  console.log(`${Name} made`);
}

/** Reads a value from the environment, or asks for it when there is a terminal. */
async function asked(name: string, question: string): Promise<string> {
  const given = process.env[name];
  if (given !== undefined) return given.trim();
  if (!process.stdin.isTTY) return '';
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(`${question} (empty: later): `)).trim();
  } finally {
    terminal.close();
  }
}

// This is no SecureString, because CloudFormation cannot put one into a header that CloudFront sends.
await make(originVerifyParameter, 'String', () => randomBytes(32).toString('base64url'));
await make(openAiKeyParameter, 'SecureString', () => asked('OPENAI_API_KEY', 'Key of the AI provider, for the chat'));
await make(googleSecretParameter, 'SecureString', () =>
  asked('GOOGLE_CLIENT_SECRET', 'Secret of your client at Google, if people sign in with Google'),
);
console.log(`
Signing in with Google needs a client there, and its id in cdk.json: docs/operations.md says how.
Optional: to read the listing site with a cookie of your own, keep it in a SecureString and name it in cdk.json:
  aws ssm put-parameter --name /home-page/listing-cookie --type SecureString --value '…'
  "cookieParameter": "/home-page/listing-cookie"`);
