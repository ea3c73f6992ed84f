import {
  CloudFormationClient,
  type CloudFormationClientConfig,
  CreateStackCommand,
  DeleteStackCommand,
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  type Stack as Described,
} from '@aws-sdk/client-cloudformation';
import type { GameId } from 'shared-types/rules/stack/game';
import { refused } from 'shared-types/rules/stack/failure';
import { AppError } from '../../platform/app-error.ts';
import { requestHandler, outageMiddleware } from '../../platform/outage.ts';
import type { Stack, StackReader, StackWriter } from '../ports.ts';

/** The tags of a stack name the action that created it, and the stack name that the service role's grants require. */
const actionTag = 'home-page:action';
const stackNameTag = 'home-page:stack';

export function cloudFormationClient(config: CloudFormationClientConfig = {}): CloudFormationClient {
  const client = new CloudFormationClient({ requestHandler, ...config });
  client.middlewareStack.add(outageMiddleware, { step: 'initialize' });
  return client;
}

/** Turns CloudFormation's answers and errors into those of the port. */
export const cloudFormationReader = (client: CloudFormationClient): StackReader => ({
  async findStack(StackName) {
    const answer = await client.send(new DescribeStacksCommand({ StackName })).catch(undefinedIfAbsent);
    const [described] = answer?.Stacks ?? [];
    return described && stackOf(described);
  },

  async listEvents(StackName, limit) {
    const answer = await client.send(new DescribeStackEventsCommand({ StackName })).catch(undefinedIfAbsent);
    return (answer?.StackEvents ?? []).slice(0, limit).map((event) => ({
      timestamp: event.Timestamp?.getTime() ?? 0,
      resourceType: event.ResourceType ?? '',
      logicalResourceId: event.LogicalResourceId ?? '',
      resourceStatus: event.ResourceStatus ?? '',
      reason: event.ResourceStatusReason ?? null,
    }));
  },
});

interface CreationSettings {
  templateUrls: Partial<Record<GameId, string>>;
  serviceRoleArn: string;
}

export const cloudFormationWriter = (
  client: CloudFormationClient,
  { templateUrls, serviceRoleArn }: CreationSettings,
): StackWriter => ({
  async createStack({ name: StackName, game }, parameters, actionId) {
    try {
      const { StackId } = await client.send(
        new CreateStackCommand({
          StackName,
          TemplateURL: templateUrls[game],
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
        : refusalFrom(error);
    }
  },

  async deleteStack(StackName) {
    try {
      await client.send(new DeleteStackCommand({ StackName, RoleARN: serviceRoleArn }));
      return { kind: 'begun' };
    } catch (error) {
      return refusalFrom(error);
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

/** Only CloudFormation's "does not exist" means that a stack is absent. Throttled or denied says nothing about it. */
function undefinedIfAbsent(error: unknown): undefined {
  if (codeOf(error) === 'ValidationError' && messageOf(error).endsWith('does not exist')) return undefined;
  throw asUnavailable(error);
}

/** Returns a permanent refusal, such as an invalid parameter or a full quota. */
function refusalFrom(error: unknown): { kind: 'refused'; reason: string } {
  const failure = asUnavailable(error);
  if (failure instanceof AppError || !isRefusal(failure)) throw failure;
  return { kind: 'refused', reason: `${refused} ${messageOf(error)}` };
}

const isRefusal = (error: unknown) =>
  typeof error === 'object' && error !== null && '$fault' in error && error.$fault === 'client';

const denied = /^(AccessDenied|UnauthorizedOperation|ExpiredToken|InvalidClientTokenId|UnrecognizedClient)/;

const asUnavailable = (error: unknown) =>
  denied.test(codeOf(error))
    ? new AppError('unavailable', 'CloudFormation denied access. The log has the reason.', {
        retryAfterSeconds: 30,
      })
    : error;
