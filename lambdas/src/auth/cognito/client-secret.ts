import { createHmac } from 'node:crypto';
import {
  type CognitoIdentityProviderClient,
  DescribeUserPoolClientCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { errorNameOf } from './cognito-errors.ts';

/** Computes the hash that proves to Cognito that the caller knows the client's secret. */
type SecretHash = (username: string) => string;

type WithSecret = <Result>(work: (hash: SecretHash, secret: string) => Promise<Result>) => Promise<Result>;

/**
 * Reads the client's secret from the pool, so that it is in no template and no environment. Each instance of the function
 * reads it once, and again when Cognito refuses a hash because the secret has changed.
 */
export function withClientSecret(
  client: CognitoIdentityProviderClient,
  UserPoolId: string,
  ClientId: string,
): WithSecret {
  let known: Promise<string> | undefined;

  async function read() {
    const { UserPoolClient } = await client.send(new DescribeUserPoolClientCommand({ UserPoolId, ClientId }));
    if (!UserPoolClient?.ClientSecret) throw new Error("The pool's client has no secret");
    return UserPoolClient.ClientSecret;
  }

  async function secret() {
    known ??= read();
    try {
      return await known;
    } catch (error) {
      known = undefined;
      throw error;
    }
  }

  return async (work) => {
    const run = async () => {
      const key = await secret();
      return work(
        (username) =>
          createHmac('sha256', key)
            .update(username + ClientId)
            .digest('base64'),
        key,
      );
    };
    try {
      return await run();
    } catch (error) {
      if (errorNameOf(error) !== 'WrongSecretHash') throw error;
      known = undefined;
      return run();
    }
  };
}
