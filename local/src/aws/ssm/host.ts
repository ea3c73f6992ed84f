import { resourcesOfType } from '../../template/resource.ts';
import type { ServiceContext } from '../service-context.ts';
import { ssmService, readParameters } from './ssm.ts';

/** Hosts the Parameter Store. `secrets` are SecureStrings. */
export function hostSsm(aws: ServiceContext, secrets: Record<string, string>) {
  const stored = readParameters(resourcesOfType(aws.resources, 'AWS::SSM::Parameter'));
  aws.services['ssm'] = ssmService({ ...aws.parameters, ...stored }, secrets, aws);
}
