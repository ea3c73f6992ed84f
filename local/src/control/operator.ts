import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type OperatorCommand, runOperatorCommand, OperatorError } from 'infra/operator/operator';
import type { Cloud } from '../cloud.ts';
import { ControlError } from './answers.ts';

/** Runs the operator's commands as they run at the deployed site. */
export function operator({ resources, clock, aws }: Pick<Cloud, 'resources' | 'clock' | 'aws'>) {
  const refOf = (type: string, construct: string) =>
    resources.find((each) => each.type === type && each.logicalId.startsWith(construct))?.ref ?? '';
  const site = {
    dynamoDb: new DynamoDBClient({ ...aws }),
    cognito: new CognitoIdentityProviderClient({ ...aws }),
    authTable: refOf('AWS::DynamoDB::Table', 'Auth'),
    sessionsTable: refOf('AWS::DynamoDB::Table', 'Sessions'),
    userPoolId: refOf('AWS::Cognito::UserPool', 'Identity'),
    now: () => clock.now(),
  };

  return async (act: OperatorCommand, username: string) => {
    try {
      return { said: await runOperatorCommand(site, act, username) };
    } catch (error) {
      if (error instanceof OperatorError) throw new ControlError(404, 'notFound', error.message);
      throw error;
    }
  };
}
