import { CfnOutput, DefaultStackSynthesizer, Duration, Stack } from 'aws-cdk-lib';
import { OidcProviderNative, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { AppConfig } from '../config.ts';

const issuer = 'token.actions.githubusercontent.com';

/** The roles of `cdk bootstrap` that a deployment takes on. They decide what may be changed. */
const bootstrapRoles = ['deploy-role', 'file-publishing-role', 'lookup-role'];

/**
 * A role for the workflow .github/workflows/deploy.yml. GitHub proves with a token which repository and branch a workflow
 * runs on, so that no key of AWS is stored at GitHub.
 */
export class DeployRole extends Construct {
  constructor(scope: Construct, id: string, from: NonNullable<AppConfig['operations']['deployFrom']>) {
    super(scope, id);
    const stack = Stack.of(this);
    // An AWS account has one provider for an issuer, which other projects may have made.
    const providerArn = from.providerExists
      ? stack.formatArn({ service: 'iam', region: '', resource: 'oidc-provider', resourceName: issuer })
      : new OidcProviderNative(this, 'Provider', { url: `https://${issuer}`, clientIds: ['sts.amazonaws.com'] })
          .oidcProviderArn;
    const role = new Role(this, 'Role', {
      description: `Lets the workflows of ${from.repository} on ${from.branch} deploy this site`,
      maxSessionDuration: Duration.hours(1),
      assumedBy: new WebIdentityPrincipal(providerArn, {
        StringEquals: {
          [`${issuer}:aud`]: 'sts.amazonaws.com',
          [`${issuer}:sub`]: `repo:${from.repository}:ref:refs/heads/${from.branch}`,
        },
      }),
    });
    role.addToPolicy(
      new PolicyStatement({
        actions: ['sts:AssumeRole'],
        resources: bootstrapRoles.map((name) =>
          stack.formatArn({
            service: 'iam',
            region: '',
            resource: 'role',
            resourceName: `cdk-${stack.synthesizer.bootstrapQualifier ?? DefaultStackSynthesizer.DEFAULT_QUALIFIER}-${name}-${stack.account}-${stack.region}`,
          }),
        ),
      }),
    );
    new CfnOutput(this, 'Arn', { value: role.roleArn }).overrideLogicalId('DeployRoleArn');
  }
}
