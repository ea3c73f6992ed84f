import { utcDay } from 'shared-types/rules/time';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { SSMClient } from '@aws-sdk/client-ssm';
import { usernameOf } from 'shared-types/rules/auth/username';
import { authTableParameter, bootstrapParameter } from '../../parameter-names.ts';
import { readSiteFile, useDeploymentsAccount } from '../../site-file.ts';
import { inviteToDeployedSite } from '../invite.ts';
import { patience } from '../patience.ts';
import { findParameter } from '../setup/parameters.ts';
import { OperatorError, sentenceOf, type Terminal } from '../terminal.ts';
import { checkAddress } from './checks.ts';
import { deploymentsConfig, examine, outputOf } from './doctor.ts';
import { findKept, findStack, refuseToBeginAnew } from './stack.ts';

interface Deployment {
  terminal: Pick<Terminal, 'print'>;
  /** Runs `cdk deploy` and returns its exit code. */
  cdkDeploy: () => Promise<number>;
}

/** Deploys, says what is wrong with the site, and gives the owner the way in. A site that does not answer is a failure. */
export async function deploySite({ terminal, cdkDeploy }: Deployment): Promise<number> {
  const { aws, operations } = readSiteFile();
  if (!aws) throw new OperatorError('There is no site.json. It comes from: npm run setup');
  useDeploymentsAccount();
  const cloudFormation = new CloudFormationClient(patience);
  const ssm = new SSMClient(patience);
  if (!(await findParameter(ssm, bootstrapParameter)))
    throw new OperatorError('The account is not prepared: the CDK is not bootstrapped. Run this first: npm run setup');
  const kept = await findKept(ssm);
  refuseToBeginAnew({ stack: await findStack(cloudFormation), kept, adopted: operations?.adopted?.record });
  if ((await cdkDeploy()) !== 0) {
    throw new OperatorError(
      'The site was not deployed. The lines above say why. CloudFormation rolls back what it had begun. docs/operations.md: "When a deployment fails"',
    );
  }
  terminal.print('');
  // The site is deployed by now, whatever the doctor cannot look at.
  await examine(terminal).catch((error: unknown) => terminal.print(`The doctor was interrupted: ${sentenceOf(error)}`));
  const stack = await findStack(cloudFormation);
  const url = stack ? outputOf(stack, 'Url') : '';
  if (stack) await inviteOwner(terminal, url);
  // Other faults, such as a mail that waits to be confirmed, are older than the deployment or come after it.
  if ((await checkAddress(url)).length === 0) return 0;
  throw new OperatorError(
    'The site was deployed and does not work. To go back to the version before: docs/operations.md, "When something is wrong"',
  );
}

/** Prints an invitation link for the owner, until the owner has an account. No output and no log of the stack has it. */
async function inviteOwner({ print }: Pick<Terminal, 'print'>, url: string) {
  const { owner } = deploymentsConfig();
  print(`\nThe site: ${url}`);
  if (owner === null)
    return print('It has no owner: npm run setup asks for the address. An invitation: npm run invite -- --deployed');
  const table = (await findParameter(new SSMClient(patience), authTableParameter))?.Value;
  const { Items: accounts = [] } = await new DynamoDBClient(patience).send(
    new QueryCommand({
      TableName: table,
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :pk AND begins_with(gsi1sk, :sk)',
      ExpressionAttributeValues: { ':pk': { S: `USERNAME#${usernameOf(owner)}` }, ':sk': { S: 'ACCOUNT#' } },
    }),
  );
  if (accounts.length > 0) return print(`${owner} signs in there.`);
  const { code, expiresAtMs } = await inviteToDeployedSite();
  const end = utcDay(expiresAtMs);
  print(`${owner} signs up with this link, which is good for one person until ${end}:`);
  print(`  ${url}/auth/signin/cognito#invitation=${code}`);
}
