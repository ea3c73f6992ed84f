import { randomBytes } from 'node:crypto';
import { limits } from 'infra/limits';
import * as z from 'zod';
import { propertiesOf, TemplateNumber } from '../../template/properties.ts';
import { arnOf, type Resource, resourcesOfType } from '../../template/resource.ts';

const FunctionProperties = z.strictObject({
  FunctionName: z.string().optional(),
  Runtime: z.literal('nodejs24.x'),
  Handler: z.string(),
  Code: z.strictObject({ S3Bucket: z.string(), S3Key: z.string() }),
  Role: z.string(),
  Timeout: TemplateNumber.default(3),
  MemorySize: TemplateNumber.default(128),
  Environment: z.strictObject({ Variables: z.record(z.string(), z.string()).default({}) }).optional(),
  RecursiveLoop: z.enum(['Allow', 'Terminate']).default('Terminate'),
  // These have no effect on this machine.
  Architectures: z.unknown().optional(),
  Description: z.unknown().optional(),
  LoggingConfig: z.unknown().optional(),
  Tags: z.unknown().optional(),
});

/** One function of the template, and the access key by which the endpoint knows it. */
export interface HostedFunction {
  arn: string;
  name: string;
  roleArn: string;
  code: string;
  handler: string;
  timeoutMs: number;
  memorySizeMb: number;
  variables: Record<string, string>;
  accessKeyId: string;
  /** Whether Lambda stops the function in a recursive loop. */
  recursiveLoop: 'Allow' | 'Terminate';
}

/** Reads the template's functions, without CDK's own that upload files during a deployment. */
export function readFunctions(resources: Resource[], assetPath: (objectKey: string) => string): HostedFunction[] {
  const deployments = resourcesOfType(resources, 'Custom::CDKBucketDeployment');
  const uploaders = new Set(deployments.map(({ properties }) => properties['ServiceToken']));
  return resourcesOfType(resources, 'AWS::Lambda::Function')
    .filter((resource) => !uploaders.has(arnOf(resource)))
    .map((resource) => readFunction(resource, assetPath));
}

export function readFunction(resource: Resource, assetPath: (objectKey: string) => string): HostedFunction {
  const properties = propertiesOf(resource, FunctionProperties);
  const measured = JSON.stringify(properties.Environment?.Variables ?? {});
  if (Buffer.byteLength(measured) > limits.environmentBytes)
    throw new Error(
      `The environment of ${resource.logicalId} exceeds Lambda's limit of ${limits.environmentBytes} bytes: ${measured}`,
    );
  return {
    arn: arnOf(resource),
    name: resource.ref,
    roleArn: properties.Role,
    code: assetPath(properties.Code.S3Key),
    handler: properties.Handler,
    timeoutMs: properties.Timeout * 1000,
    memorySizeMb: properties.MemorySize,
    variables: properties.Environment?.Variables ?? {},
    recursiveLoop: properties.RecursiveLoop,
    accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
  };
}

/** Lets the function that signs people in admit as many steps as the throttles of its routes do: see `readThrottles`. */
export function withRate(hosted: HostedFunction, rate: number | undefined): HostedFunction {
  const { STEP_BUCKETS: buckets } = hosted.variables;
  if (buckets === undefined || rate === undefined) return hosted;
  const names = Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(buckets)));
  const STEP_BUCKETS = JSON.stringify(Object.fromEntries(names.map((name) => [name, { burst: rate, rate }])));
  return { ...hosted, variables: { ...hosted.variables, STEP_BUCKETS } };
}
