/**
 * `npm run rotate` makes a new version of the secret between edge and API and prints the steps that put it into use. The
 * functions accept both versions between the two deployments, so no request is refused.
 */
import { randomBytes } from 'node:crypto';
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { type AppConfig, cdkContext, parseConfig } from 'infra/config';
import { originVerifyParameter } from 'infra/parameter-names';
import { patience } from 'infra/operator/patience';
import { findParameter } from 'infra/operator/setup/parameters';
import { OperatorError, runInTerminal } from 'infra/operator/terminal';
import { useDeploymentsAccount } from 'infra/site-file';

await runInTerminal(async ({ print }) => {
  const { sent, alsoGood } = parseConfig(cdkContext()).operations.originVerify;
  if (alsoGood !== null)
    throw new OperatorError(
      `Versions ${sent} and ${alsoGood} are both valid (cdk.json). Finish that rotation first: set alsoGood to null.`,
    );
  useDeploymentsAccount();
  const ssm = new SSMClient(patience);
  // A secret that this command makes before setup would be the first version, which is in no deployment.
  if (!(await findParameter(ssm, originVerifyParameter)))
    throw new OperatorError(`There is no ${originVerifyParameter} here to rotate. It comes from: npm run setup`);
  const Value = randomBytes(32).toString('base64url');
  const { Version: made } = await ssm.send(
    new PutParameterCommand({ Name: originVerifyParameter, Value, Type: 'String', Overwrite: true }),
  );
  if (made === undefined) throw new OperatorError('The Parameter Store does not say which version it has made.');
  print(`Version ${made} of ${originVerifyParameter} has been made and is not in use yet. In cdk.json, under operations:

${step({ sent, alsoGood: made })}
${step({ sent: made, alsoGood: sent })}
${step({ sent: made, alsoGood: null })}`);
  return 0;
});

function step(values: AppConfig['operations']['originVerify']) {
  return `  "originVerify": ${JSON.stringify(values)}    then: npm run deploy`;
}
