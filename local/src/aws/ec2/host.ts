import type { CloudFormation } from '../cloudformation/service.ts';
import type { ServiceContext } from '../service-context.ts';
import { ec2Service } from './service.ts';

/** Hosts the checks of the game servers' instances. */
export function hostEc2({ services, clock, region }: ServiceContext, cloudFormation: CloudFormation) {
  services['ec2'] = ec2Service({
    machines: cloudFormation.machines,
    mode: () => cloudFormation.mode,
    clock,
    zone: `${region}a`,
  });
}
