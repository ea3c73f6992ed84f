import {
  CloudFormationClient,
  type CloudFormationClientConfig,
  CreateStackCommand,
  DeleteStackCommand,
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  type Stack as Described,
} from '@aws-sdk/client-cloudformation';
import { AppError } from '../../platform/app-error.ts';
import { requestHandler, outageMiddleware } from '../../platform/outage.ts';
import type { StackReader, StackWriter } from '../ports.ts';
import type { Stack } from './snapshot.ts';

/** On the stack itself: the action that created it, and the name that the service role's grants ask for. */
const actionTag = 'home-page:action';
const stackNameTag = 'home-page:stack';

export function cloudFormationClient(config: CloudFormationClientConfig = {}): CloudFormationClient {
  const client = new CloudFormationClient({ requestHandler, ...config });
  client.middlewareStack.add(outageMiddleware, { step: 'initialize' });
  return client;
}

/** What CloudFormation answers is sorted here; its own errors go no further. */
export const cloudFormationReader = (client: CloudFormationClient): StackReader => ({
  async findStack(StackName) {
    const answer = await client.send(new DescribeStacksCommand({ StackName })).catch(absentOr);
    const [described] = answer?.Stacks ?? [];
    return described && stackOf(described);
  },

  async listEvents(StackName, limit) {
    const answer = await client.send(new DescribeStackEventsCommand({ StackName })).catch(absentOr);
    return (answer?.StackEvents ?? []).slice(0, limit).map((event) => ({
      timestamp: event.Timestamp?.getTime() ?? 0,
      resourceType: event.ResourceType ?? '',
      logicalResourceId: event.LogicalResourceId ?? '',
      resourceStatus: event.ResourceStatus ?? '',
      reason: event.ResourceStatusReason ?? null,
    }));
  },
});

interface Launching {
  templateUrl: string;
  serviceRoleArn: string;
}

export const cloudFormationWriter = (
  client: CloudFormationClient,
  { templateUrl, serviceRoleArn }: Launching,
): StackWriter => ({
  async createStack(StackName, parameters, actionId) {
    try {
      const { StackId } = await client.send(
        new CreateStackCommand({
          StackName,
          TemplateURL: templateUrl,
          RoleARN: serviceRoleArn,
          ClientRequestToken: actionId,
          Tags: [
            { Key: actionTag, Value: actionId },
            { Key: stackNameTag, Value: StackName },
          ],
          Parameters: Object.entries(parameters).map(([ParameterKey, ParameterValue]) => ({
            ParameterKey,
            ParameterValue,
          })),
        }),
      );
      return StackId === undefined ? { kind: 'exists' } : { kind: 'begun', stackId: StackId };
    } catch (error) {
      const code = codeOf(error);
      return code === 'AlreadyExistsException' || code === 'TokenAlreadyExistsException'
        ? { kind: 'exists' }
        : refusalOf(error);
    }
  },

  async deleteStack(StackName) {
    try {
      await client.send(new DeleteStackCommand({ StackName, RoleARN: serviceRoleArn }));
      return { kind: 'begun' };
    } catch (error) {
      return refusalOf(error);
    }
  },
});

function stackOf(described: Described): Stack {
  return {
    stackId: described.StackId ?? '',
    stackName: described.StackName ?? '',
    status: described.StackStatus ?? '',
    statusReason: described.StackStatusReason ?? null,
    creationTimeMs: described.CreationTime?.getTime() ?? 0,
    updateTimeMs: described.LastUpdatedTime?.getTime() ?? null,
    outputs: (described.Outputs ?? []).map(({ OutputKey: outputKey = '', OutputValue: outputValue = '' }) => ({
      outputKey,
      outputValue,
    })),
    launchedBy: described.Tags?.find(({ Key }) => Key === actionTag)?.Value ?? null,
  };
}

const codeOf = (error: unknown) => (error instanceof Error ? error.name : '');
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** "Does not exist" is an answer. Throttled or refused is none: it must never read as "does not exist". */
function absentOr(error: unknown): undefined {
  if (codeOf(error) === 'ValidationError' && messageOf(error).endsWith('does not exist')) return undefined;
  throw orUnavailable(error);
}

/** What CloudFormation refuses for good: a parameter that is wrong, a quota that is full. */
function refusalOf(error: unknown): { kind: 'refused'; reason: string } {
  const failure = orUnavailable(error);
  if (failure instanceof AppError || !isRefusal(failure)) throw failure;
  return { kind: 'refused', reason: `CloudFormation refuses: ${messageOf(error)}` };
}

const isRefusal = (error: unknown) =>
  typeof error === 'object' && error !== null && '$fault' in error && error.$fault === 'client';

const denied = /^(AccessDenied|UnauthorizedOperation|ExpiredToken|InvalidClientTokenId|UnrecognizedClient)/;

const orUnavailable = (error: unknown) =>
  denied.test(codeOf(error))
    ? new AppError('unavailable', 'CloudFormation refuses us its service. The log has the reason.', {
        retryAfterSeconds: 30,
      })
    : error;
