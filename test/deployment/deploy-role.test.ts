import { describe, expect, it } from '@jest/globals';
import { AppConfig, cdkContext } from 'infra/config';
import { synthesize } from '../support/aws/template.ts';

const { operations } = AppConfig.parse(cdkContext());
const deployFrom = { repository: 'ann/home', branch: 'main', providerExists: false };
const synthesizeWith = (from: object | null) => synthesize({ operations: { ...operations, deployFrom: from } });
const roleOf = ({ resources }: Awaited<ReturnType<typeof synthesize>>) =>
  resources.find(({ id, Type }) => Type === 'AWS::IAM::Role' && id.startsWith('OperationsDeployment'))?.Properties;

describe('the role for deployments from GitHub', () => {
  it('does not exist until a repository is configured', async () => {
    const template = await synthesizeWith(null);
    expect(roleOf(template)).toBeUndefined();
    expect(template.ofType('AWS::IAM::OIDCProvider')).toEqual([]);
  });

  it('is assumed by one branch of one repository only', async () => {
    const template = await synthesizeWith(deployFrom);
    const [provider, ...others] = template.ofType('AWS::IAM::OIDCProvider');
    expect(others).toEqual([]);
    expect(provider?.Properties).toMatchObject({
      Url: 'https://token.actions.githubusercontent.com',
      ClientIdList: ['sts.amazonaws.com'],
    });
    expect(roleOf(template)?.['MaxSessionDuration']).toBe(3600);
    expect(roleOf(template)?.['AssumeRolePolicyDocument']).toMatchObject({
      Statement: [
        {
          Action: 'sts:AssumeRoleWithWebIdentity',
          Condition: {
            StringEquals: {
              'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
              'token.actions.githubusercontent.com:sub': 'repo:ann/home:ref:refs/heads/main',
            },
          },
          Principal: { Federated: { Ref: provider?.id } },
        },
      ],
    });
  });

  it('may do nothing but assume the roles that cdk bootstrap made for deployments', async () => {
    const template = await synthesizeWith(deployFrom);
    const policies = template.ofType('AWS::IAM::Policy').filter(({ id }) => id.startsWith('OperationsDeployment'));
    const statements = JSON.stringify(policies.map(({ Properties }) => Properties['PolicyDocument']));
    expect(policies).toHaveLength(1);
    expect([...statements.matchAll(/"Action":("[^"]+")/g)].map(([, action]) => action)).toEqual(['"sts:AssumeRole"']);
    expect([...statements.matchAll(/cdk-hnb659fds-[a-z-]+-role-/g)].map(String)).toEqual([
      'cdk-hnb659fds-deploy-role-',
      'cdk-hnb659fds-file-publishing-role-',
      'cdk-hnb659fds-lookup-role-',
    ]);
  });

  it('trusts the provider that another project has made', async () => {
    const template = await synthesizeWith({ ...deployFrom, providerExists: true });
    expect(template.ofType('AWS::IAM::OIDCProvider')).toEqual([]);
    expect(JSON.stringify(roleOf(template))).toContain(':oidc-provider/token.actions.githubusercontent.com');
  });

  it.each([{ repository: 'home' }, { repository: 'ann/*' }, { branch: '*' }, { branch: '' }])(
    'is refused for %j',
    (wrong) => {
      const result = AppConfig.shape.operations.safeParse({ ...operations, deployFrom: { ...deployFrom, ...wrong } });
      expect(result.success).toBe(false);
    },
  );
});
