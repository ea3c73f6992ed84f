import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createCognito } from 'local/aws/cognito/cognito';
import { synthesize } from '../support/aws/template.ts';
import { poolDescription } from '../support/aws/user-pool.ts';

const template = await synthesize();

function only(type: string) {
  const [resource, ...others] = template.ofType(type);
  if (!resource || others.length > 0) throw new Error(`not exactly one ${type}`);
  return resource;
}
const pool = only('AWS::Cognito::UserPool');
const client = only('AWS::Cognito::UserPoolClient');

describe('the user pool', () => {
  it('uses email addresses, requires an authenticator and has the written password rule', () => {
    expect(pool.Properties).toMatchObject({
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      MfaConfiguration: 'ON',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      Policies: {
        PasswordPolicy: {
          MinimumLength: 8,
          RequireLowercase: true,
          RequireNumbers: true,
          RequireUppercase: true,
          RequireSymbols: false,
        },
      },
    });
  });

  it('has one client with only the needed flows and a secret that is in no template', () => {
    expect(client.Properties).toMatchObject({
      GenerateSecret: true,
      ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      AuthSessionValidity: 15,
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
      AllowedOAuthFlowsUserPoolClient: false,
    });
    expect(template.text).not.toContain('ClientSecret');
  });

  it('is supported by the local cloud and equals the pool of the sign-in tests', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'identity-'));
    const description = {
      ...poolDescription,
      properties: pool.Properties,
      clientProperties: { ...client.Properties, UserPoolId: poolDescription.poolId },
    };
    const clock = { now: () => 0 };
    const cognito = createCognito({ pools: [description], dataDir, clock, onMail: () => {} });
    expect(cognito.accessTo('SignUp')).toBe('open');
    rmSync(dataDir, { recursive: true });
    expect(pool.Properties).toMatchObject(poolDescription.properties);
    expect(description.clientProperties).toMatchObject(poolDescription.clientProperties);
  });
});
