import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cognitoService } from 'local/aws/cognito/service';
import { dynamoDbService } from 'local/aws/dynamodb/service';
import { startEndpoint } from 'local/aws/endpoint';
import { ssmService } from 'local/aws/ssm/ssm';
import { poolDescription } from '../aws/user-pool.ts';
import { silentPort } from '../silent-port.ts';
import { startAuthSite } from '../site/auth-site.ts';

const place = { account: '000000000000', region: 'us-east-1' };

/** Starts a sign-in behind the AWS services that the operator's commands call. The commands find no local site. */
export async function startDeployedSignIn(options: Parameters<typeof startAuthSite>[0] = {}) {
  const [site, aws, silent] = await Promise.all([startAuthSite(options), startEndpoint(), silentPort()]);
  const parameters: Record<string, string> = {};
  aws.open({
    services: {
      ssm: ssmService(parameters, {}, place),
      dynamodb: dynamoDbService(site.tables.origin, place),
      sns: site.mailTopic.service,
      'cognito-idp': cognitoService(site.pool.cognito, place),
    },
    callerOf: () => ({ name: 'the operator', allows: () => true }),
    report: () => {},
  });
  return {
    site,
    /** Writes the parameters of a deployment. Without them the site counts as not deployed. */
    deploy: () =>
      void Object.assign(parameters, {
        '/home-page/auth-table': 'auth',
        '/home-page/sessions-table': 'sessions',
        '/home-page/audit-table': 'audit',
        '/home-page/audit-days': '90',
        '/home-page/user-pool': poolDescription.poolId,
        '/home-page/account-mail-topic': site.mailTopic.topicArn,
        '/home-page/site-name': 'Lighthouse',
      }),
    forget() {
      for (const name of Object.keys(parameters)) Reflect.deleteProperty(parameters, name);
    },
    /** Runs a command of `bin/` with credentials for AWS in its environment. */
    run: (command: 'invite' | 'sessions' | 'reset-mfa', args: string[], port = silent.port) =>
      promisify(execFile)('node', [`bin/${command}.ts`, ...args], {
        env: {
          PATH: process.env['PATH'],
          PORT: String(port),
          SITE_FILE: '',
          AWS_ENDPOINT_URL: aws.origin,
          AWS_REGION: place.region,
          AWS_ACCESS_KEY_ID: 'AKIDOPERATOR',
          AWS_SECRET_ACCESS_KEY: 'x',
        },
      }),
    async close() {
      silent.close();
      await aws.close();
      await site.close();
    },
  };
}
