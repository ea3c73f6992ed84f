import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { SNSClient } from '@aws-sdk/client-sns';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type OperatorCommand, runOperatorCommand } from 'infra/operator/operator';
import { OperatorError } from 'infra/operator/terminal';
import {
  auditDaysParameter,
  auditTableParameter,
  authTableParameter,
  mailTopicParameter,
  sessionsTableParameter,
  siteNameParameter,
  userPoolParameter,
} from 'infra/parameter-names';
import type { Cloud } from '../cloud.ts';
import { ControlError } from './responses.ts';
import { deployedName } from './deployed-names.ts';

/** Runs the operator's commands as they run at the deployed site. */
export function operator({ resources, clock, aws }: Pick<Cloud, 'resources' | 'clock' | 'aws'>) {
  const nameIn = (parameter: string) => deployedName(resources, parameter) ?? '';
  const site = {
    dynamoDb: new DynamoDBClient({ ...aws }),
    cognito: new CognitoIdentityProviderClient({ ...aws }),
    authTable: nameIn(authTableParameter),
    sessionsTable: nameIn(sessionsTableParameter),
    auditTable: nameIn(auditTableParameter),
    auditDays: Number(nameIn(auditDaysParameter)),
    userPoolId: nameIn(userPoolParameter),
    sns: new SNSClient({ ...aws }),
    mailTopic: nameIn(mailTopicParameter),
    siteName: nameIn(siteNameParameter),
    now: () => clock.now(),
  };

  return async (act: OperatorCommand, username: string) => {
    return { said: await runOperatorCommand(site, act, username).catch(sayAsFound) };
  };
}

/** An error that the operator can fix is about a person whom the command does not find. */
export function sayAsFound(error: unknown): never {
  if (error instanceof OperatorError) throw new ControlError(404, 'notFound', error.message);
  throw error;
}
