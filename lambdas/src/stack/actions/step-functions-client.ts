import {
  DescribeExecutionCommand,
  SFNClient,
  SFNServiceException,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import { AppError } from '../../platform/app-error.ts';
import { requestHandler } from '../../platform/outage.ts';
import { log } from '../../platform/log.ts';
import type { Execution, Executions } from '../ports.ts';

export const stepFunctionsClient = () => new SFNClient({ requestHandler });

/** The executions of the one state machine that we may start. */
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
        // A refusal, throttling included, has started nothing. After anything else nobody knows.
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
        // What a function died of is for its log, and for nobody's eyes.
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

const unavailable = new AppError('unavailable', 'The workflow does not answer. Try again in a moment.', {
  retryAfterSeconds: 5,
});

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');

const statuses = ['RUNNING', 'SUCCEEDED', 'TIMED_OUT', 'ABORTED', 'FAILED'] as const;

/** One that waits to be redriven has failed as far as we are concerned. */
const statusOf = (status: string | undefined): Execution['status'] =>
  statuses.find((each) => each === status) ?? 'FAILED';
