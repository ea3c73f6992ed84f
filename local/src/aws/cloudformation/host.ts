import type { ServiceContext } from '../service-context.ts';
import { type CloudFormation, createCloudFormation } from './service.ts';

/** Hosts the stacks that the site starts and stops. */
export function hostCloudFormation(aws: ServiceContext): CloudFormation {
  const { dataDir, clock, stackSpeed: speed, assetPath } = aws;
  const cloudFormation = createCloudFormation({ account: aws, dataDir, clock, speed, assetPath });
  aws.services['cloudformation'] = cloudFormation.service;
  return cloudFormation;
}
