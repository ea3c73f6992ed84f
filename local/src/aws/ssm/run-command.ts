import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import { type JsonObject, textOf } from '../../json.ts';
import { propertiesOf } from '../../template/properties.ts';
import { type Resource, resourcesOfType } from '../../template/resource.ts';
import type { Clock } from '../../clock.ts';
import type { AwsAccount } from '../access.ts';
import { refuse, type RequiredPermission, respond } from '../endpoint.ts';

const Document = z.object({
  DocumentType: z.literal('Command'),
  Content: z.object({
    schemaVersion: z.literal('2.2'),
    parameters: z
      .record(
        z.string(),
        z.strictObject({
          type: z.literal('String'),
          description: z.string(),
          allowedValues: z.array(z.string()).optional(),
          allowedPattern: z.string().optional(),
        }),
      )
      .default({}),
  }),
});

const Command = z.strictObject({
  DocumentName: z.string(),
  InstanceIds: z.array(z.string()).length(1),
  TimeoutSeconds: z.int().min(30).max(2_592_000),
  Parameters: z.record(z.string(), z.tuple([z.string()])).default({}),
});

const Invocation = z.strictObject({ CommandId: z.string(), InstanceId: z.string() });

/** The output of a command, or the error with which it ended. */
export interface CommandResult {
  output?: string;
  error?: string;
  /** No agent fetches it, or it is killed: SSM's word for its end. */
  end?: 'Delivery Timed Out' | 'Execution Timed Out';
}

interface RunCommandProps extends AwsAccount {
  resources: Resource[];
  clock: Pick<Clock, 'now'>;
  /** Hands a command to the agent of an instance. Returns undefined when no agent has registered that instance. */
  deliver: (instanceId: string, parameters: Record<string, string>) => CommandResult | undefined;
}

/** "The first 24,000 characters": https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_GetCommandInvocation.html */
const maxOutputLength = 24_000;
/** The error has a smaller limit, on the same page. */
const maxErrorLength = 8_000;
/** SSM knows the invocation a moment after the command, the agent fetches it after a second, and the game answers later. */
const knownAfterMs = 200;
const fetchedAfterMs = 800;
const doneAfterMs = 1500;
/** The site's time for the delivery of a command, and the document's for its work. */
const timeoutsMs = { 'Delivery Timed Out': 30_000, 'Execution Timed Out': 60_000 };

/**
 * Runs SendCommand with the template's documents:
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_SendCommand.html
 */
export function runCommand({ resources, account, region, clock, deliver }: RunCommandProps) {
  const invocations = new Map<string, { instanceId: string; sentAtMs: number; result: CommandResult }>();
  const documents = new Map(
    resourcesOfType(resources, 'AWS::SSM::Document').map((document) => [
      document.ref,
      propertiesOf(document, Document).Content,
    ]),
  );

  return {
    requiredPermissions: (input: JsonObject): RequiredPermission[] => {
      const instances = Array.isArray(input['InstanceIds']) ? input['InstanceIds'] : [];
      return [
        `arn:aws:ssm:${region}:${account}:document/${textOf(input['DocumentName'])}`,
        ...instances.map((id) => `arn:aws:ec2:${region}:${account}:instance/${textOf(id)}`),
      ].map((resource) => ({ action: 'ssm:SendCommand', resource }));
    },

    serve(input: JsonObject, response: ServerResponse) {
      const { DocumentName, InstanceIds, Parameters, TimeoutSeconds } = Command.parse(input);
      const document = documents.get(DocumentName);
      if (!document)
        return refuse(response, 400, 'InvalidDocument', `Document with name ${DocumentName} does not exist.`);
      const values = Object.fromEntries(Object.entries(Parameters).map(([name, [value]]) => [name, value]));
      const isValid = ([name, { allowedValues, allowedPattern }]: [string, Parameter]) => {
        const value = values[name];
        if (value === undefined) return false;
        return (allowedValues?.includes(value) ?? true) && new RegExp(allowedPattern ?? '').test(value);
      };
      const known = Object.entries(document.parameters);
      if (!known.every(isValid) || Object.keys(values).length > known.length)
        return refuse(response, 400, 'InvalidParameters', 'Invalid parameters for the document.');
      // SSM refuses an instance whose agent has not registered or does not call any more.
      const [instanceId = ''] = InstanceIds;
      const result = deliver(instanceId, values);
      if (!result) {
        const sentence = `Instances [[${instanceId}]] not in a valid state for account ${account}`;
        return refuse(response, 400, 'InvalidInstanceId', sentence);
      }
      const CommandId = crypto.randomUUID();
      invocations.set(CommandId, { instanceId, sentAtMs: clock.now(), result });
      respond(response, { Command: { CommandId, DocumentName, InstanceIds, Status: 'Pending', TimeoutSeconds } });
    },

    serveInvocation(input: JsonObject, response: ServerResponse) {
      const { CommandId, InstanceId } = Invocation.parse(input);
      const found = invocations.get(CommandId);
      const passedMs = clock.now() - (found?.sentAtMs ?? Infinity);
      if (found?.instanceId !== InstanceId || passedMs < knownAfterMs)
        return refuse(response, 400, 'InvocationDoesNotExist', '');
      const { output = '', error, end: details } = found.result;
      const isDone = passedMs >= (details ? timeoutsMs[details] : doneAfterMs);
      const end = details ? 'TimedOut' : error === undefined ? 'Success' : 'Failed';
      const isFetched = passedMs >= fetchedAfterMs && details !== 'Delivery Timed Out';
      const under = isFetched ? 'InProgress' : 'Pending';
      respond(response, {
        CommandId,
        InstanceId,
        Status: isDone ? end : under,
        StatusDetails: isDone ? (details ?? end) : under === 'InProgress' ? 'In Progress' : under,
        StandardOutputContent: isDone ? output.slice(0, maxOutputLength) : '',
        StandardErrorContent: isDone ? (error ?? '').slice(0, maxErrorLength) : '',
      });
    },
  };
}

type Parameter = z.infer<typeof Document>['Content']['parameters'][string];
