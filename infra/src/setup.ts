import { randomBytes } from 'node:crypto';
import { GetParameterCommand, ParameterNotFound, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { originVerifyParameter } from './constructs/app-api.ts';

/** `npm run setup`, once before the first deployment: makes the values that no template may hold. What exists stays. */
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

if (await exists(originVerifyParameter)) {
  console.log(`${originVerifyParameter} is there already`);
} else {
  const Value = randomBytes(32).toString('base64url');
  // Not a SecureString: CloudFormation cannot put one into a header that CloudFront sends.
  await client.send(new PutParameterCommand({ Name: originVerifyParameter, Value, Type: 'String' }));
  console.log(`${originVerifyParameter} made`);
}

console.log(`
Optional: to read the listing site with a cookie of your own, keep it in a SecureString and name it in cdk.json:
  aws ssm put-parameter --name /home-page/listing-cookie --type SecureString --value '…'
  "cookieParameter": "/home-page/listing-cookie"`);
