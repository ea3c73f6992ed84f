import { limits } from 'infra/limits';
import type { JsonObject } from '../../json.ts';
import { refuse, respond, type Service } from '../endpoint.ts';
import { textOf } from '../../json.ts';
import { permissionsByOperation } from '../required-permissions.ts';
import type { Machine } from './definition.ts';
import type { Executions } from './executions.ts';
import type { Execution } from './execution-store.ts';

class StatesError extends Error {
  override name = 'StatesError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const isArn = (text: string) => /^arn:aws[\w-]*:states:[\w-]+:\d{12}:\w+:\S+$/.test(text);

/**
 * Returns whether a text can be the input of an execution:
 * docs.aws.amazon.com/step-functions/latest/apireference/API_StartExecution.html, read 2026-11.
 */
function isInput(text: string) {
  try {
    JSON.parse(text);
    return Buffer.byteLength(text) <= limits.executionInputBytes;
  } catch {
    return false;
  }
}

const on = (action: string, name: string) => (input: JsonObject) => [
  { action: `states:${action}`, resource: textOf(input[name]) },
];

/** Serves Step Functions behind the endpoint: starts, describes and stops executions. */
export function stepFunctionsService(machines: Machine[], executions: Executions): Service {
  function get(input: JsonObject): Execution {
    const arn = textOf(input['executionArn']);
    const found = executions.all().find((each) => each.arn === arn);
    if (!isArn(arn)) throw new StatesError('InvalidArn', `Invalid Arn: '${arn}'`);
    if (!found) throw new StatesError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
    return found;
  }

  const operations: Record<string, (input: JsonObject) => unknown> = {
    StartExecution(asked) {
      const machineArn = textOf(asked['stateMachineArn']);
      const machine = machines.find(({ arn }) => arn === machineArn);
      if (!isArn(machineArn)) throw new StatesError('InvalidArn', `Invalid State Machine Arn: '${machineArn}'`);
      if (!machine) throw new StatesError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${machineArn}'`);
      const name = textOf(asked['name']);
      if (!/^[\w-]{1,80}$/.test(name)) throw new StatesError('InvalidName', `Invalid Name: '${name}'`);
      const input = textOf(asked['input']) || '{}';
      if (!isInput(input))
        throw new StatesError(
          'InvalidExecutionInput',
          'Invalid State Machine Execution Input: it is too long, or no JSON',
        );
      const known = executions.all().find((each) => each.machineArn === machineArn && each.name === name);
      // StartExecution is idempotent while the execution runs.
      if (known && (known.status !== 'RUNNING' || known.input !== input))
        throw new StatesError('ExecutionAlreadyExists', `Execution Already Exists: '${known.arn}'`);
      const { arn: executionArn, startMs } = known ?? executions.start(machine, name, input);
      return { executionArn, startDate: startMs / 1000 };
    },

    DescribeExecution(asked) {
      const execution = get(asked);
      return {
        executionArn: execution.arn,
        stateMachineArn: execution.machineArn,
        name: execution.name,
        status: execution.status,
        startDate: execution.startMs / 1000,
        ...(execution.stopMs === null ? {} : { stopDate: execution.stopMs / 1000 }),
        input: execution.input,
        ...(execution.output === null ? {} : { output: execution.output }),
        ...(execution.error === null ? {} : { error: execution.error }),
        ...(execution.cause === null ? {} : { cause: execution.cause }),
      };
    },

    StopExecution(asked) {
      const execution = get(asked);
      executions.stop(execution, textOf(asked['error']) || null, textOf(asked['cause']) || null);
      return { stopDate: (execution.stopMs ?? 0) / 1000 };
    },
  };

  return {
    deniedStatus: 400,
    requiredPermissions: permissionsByOperation({
      StartExecution: on('StartExecution', 'stateMachineArn'),
      DescribeExecution: on('DescribeExecution', 'executionArn'),
      StopExecution: on('StopExecution', 'executionArn'),
    }),
    serve({ operation, input }, response) {
      try {
        respond(response, operations[operation]?.(input));
      } catch (error) {
        if (!(error instanceof StatesError)) throw error;
        refuse(response, 400, error.code, error.message);
      }
    },
  };
}
