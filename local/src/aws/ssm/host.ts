import { resourcesOfType } from '../../template/resource.ts';
import type { ServiceContext } from '../service-context.ts';
import { runCommand } from './run-command.ts';
import { ssmService, readParameters } from './ssm.ts';

/** Hosts the Parameter Store and commands. `secrets` are SecureStrings. */
export function hostSsm(aws: ServiceContext, secrets: Record<string, string>) {
  const stored = readParameters(resourcesOfType(aws.resources, 'AWS::SSM::Parameter'));
  // The game servers start after the functions, which need the parameters.
  let deliver: Parameters<typeof runCommand>[0]['deliver'] | undefined;
  const commands = runCommand({
    ...aws,
    deliver: (instanceId, parameters) => deliver?.(instanceId, parameters),
  });
  aws.services['ssm'] = ssmService({ ...aws.parameters, ...stored }, secrets, aws, commands);
  return {
    deliverTo(agents: NonNullable<typeof deliver>) {
      deliver = agents;
    },
  };
}
