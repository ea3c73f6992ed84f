/**
 * `npm run rotate` makes a new version of the secret between edge and API and prints the steps that put it into use. The
 * functions accept both versions between the two deployments, so no request is refused.
 */
import { randomBytes } from 'node:crypto';
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { AppConfig, cdkContext } from '../infra/src/config.ts';
import { originVerifyParameter } from '../infra/src/parameter-names.ts';
import { useDeploymentsAccount } from '../infra/src/site-file.ts';

const { sent, alsoGood } = AppConfig.parse(cdkContext()).operations.originVerify;

if (alsoGood === null) await rotate();
else {
  console.error(
    `Versions ${sent} and ${alsoGood} are both valid (cdk.json). Finish that rotation first: set alsoGood to null.`,
  );
  process.exitCode = 1;
}

async function rotate() {
  useDeploymentsAccount();
  const Value = randomBytes(32).toString('base64url');
  const { Version: made } = await new SSMClient().send(
    new PutParameterCommand({ Name: originVerifyParameter, Value, Type: 'String', Overwrite: true }),
  );
  if (made === undefined) throw new Error('The Parameter Store does not say which version it has made');
  console.log(`Version ${made} of ${originVerifyParameter} has been made and is not in use yet. In cdk.json, under operations:

${step({ sent, alsoGood: made })}
${step({ sent: made, alsoGood: sent })}
${step({ sent: made, alsoGood: null })}`);
}

function step(values: AppConfig['operations']['originVerify']) {
  return `  "originVerify": ${JSON.stringify(values)}    then: npx cdk deploy`;
}
