import {
  DescribeExecutionCommand,
  SFNClient,
  SFNServiceException,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { AppError } from '../../platform/app-error.ts';
import { log } from '../../platform/log.ts';
import { requestHandler } from '../../platform/outage.ts';
import type { Execution, Executions } from '../ports.ts';

export const stepFunctionsClient = () => new SFNClient({ requestHandler });

/** Returns the executions of the stack workflow. */
export function stepFunctionsExecutions(client: SFNClient, stateMachineArn: string): Executions {
  const arnOf = (name: string) => `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;

  return {
    async start(input) {
      try {
        await client.send(
          new StartExecutionCommand({ stateMachineArn, name: input.actionId, input: JSON.stringify(input) }),
        );
        return true;
      } catch (error) {
        if (nameOf(error) === 'ExecutionAlreadyExists') return true;
        log('error', 'workflow not started', { key: input.actionId, error });
        // After a refusal, throttling included, no execution has begun. After other errors this is unknown.
        if (error instanceof SFNServiceException && error.$fault === 'client') return false;
        throw unavailable;
      }
    },

    async stop(actionId, cause) {
      try {
        await client.send(new StopExecutionCommand({ executionArn: arnOf(actionId), cause }));
      } catch (error) {
        log('warn', 'workflow not stopped', { key: actionId, error });
      }
    },

    async find(actionId) {
      try {
        const { status, error, cause } = await client.send(
          new DescribeExecutionCommand({ executionArn: arnOf(actionId) }),
        );
        // The error of a crashed function stays in its log: it may contain secrets.
        return {
          status: statusOf(status),
          cause: error === undefined || error === 'ActionFailed' ? (cause ?? null) : null,
        };
      } catch (error) {
        if (nameOf(error) === 'ExecutionDoesNotExist') return undefined;
        log('error', 'workflow not described', { key: actionId, error });
        throw unavailable;
      }
    },
  };
}

const unavailable = new AppError('unavailable', 'Step Functions is not responding. Try again in a moment.', {
  retryAfterSeconds: 5,
});

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');

const statuses = ['RUNNING', 'SUCCEEDED', 'TIMED_OUT', 'ABORTED', 'FAILED'] as const;

/** An execution that waits to be redriven counts as failed. */
const statusOf = (status: string | undefined): Execution['status'] =>
  statuses.find((each) => each === status) ?? 'FAILED';
