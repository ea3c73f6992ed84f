import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import { type JsonObject, textOf } from '../../json.ts';
import { propertiesOf } from '../../template/properties.ts';
import { type Resource, resourcesOfType } from '../../template/resource.ts';
import type { AwsAccount } from '../access.ts';
import { refuse, type RequiredPermission, respond } from '../endpoint.ts';

const Document = z.object({
  DocumentType: z.literal('Command'),
  Content: z.object({
    schemaVersion: z.literal('2.2'),
    parameters: z.record(
      z.string(),
      z.strictObject({
        type: z.literal('String'),
        description: z.string(),
        allowedValues: z.array(z.string()).optional(),
        allowedPattern: z.string().optional(),
      }),
    ),
  }),
});

const Command = z.strictObject({
  DocumentName: z.string(),
  InstanceIds: z.array(z.string()).length(1),
  TimeoutSeconds: z.int().min(30).max(2_592_000),
  Parameters: z.record(z.string(), z.tuple([z.string()])),
});

interface RunCommandProps extends AwsAccount {
  resources: Resource[];
  /** Hands a command to the agent of an instance. Returns false when no agent has registered that instance. */
  deliver: (instanceId: string, parameters: Record<string, string>) => boolean;
}

/** SendCommand with the template's documents: https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_SendCommand.html */
export function runCommand({ resources, account, region, deliver }: RunCommandProps) {
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
      if (!deliver(instanceId, values)) {
        const sentence = `Instances [[${instanceId}]] not in a valid state for account ${account}`;
        return refuse(response, 400, 'InvalidInstanceId', sentence);
      }
      respond(response, {
        Command: { CommandId: crypto.randomUUID(), DocumentName, InstanceIds, Status: 'Pending', TimeoutSeconds },
      });
    },
  };
}

type Parameter = z.infer<typeof Document>['Content']['parameters'][string];
