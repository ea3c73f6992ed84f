import { resourcesOfType } from '../../template/resource.ts';
import type { Functions } from '../lambda/functions.ts';
import type { ServiceContext } from '../service-context.ts';
import { readStateMachines } from './definition.ts';
import { createExecutions, type Executions } from './executions.ts';
import { stepFunctionsService } from './service.ts';

/** Hosts the template's state machines. */
export function hostStepFunctions(aws: ServiceContext, functions: Functions): Executions {
  const { clock, stackSpeed: speed, dataDir } = aws;
  const machines = readStateMachines(resourcesOfType(aws.resources, 'AWS::StepFunctions::StateMachine'), aws);
  const executions = createExecutions({ machines, functions, clock, speed, dataDir });
  aws.onShutdown(() => executions.close());
  aws.services['states'] = stepFunctionsService(machines, executions);
  return executions;
}
