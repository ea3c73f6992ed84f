import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function, type RecursiveLoop, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { bundleFolder } from '../bundle.ts';

interface NodeFunctionProps<Env> {
  /** The path below lambdas/src, as in 'ljmonitor/http.lambda.ts'. */
  entry: `${string}.lambda.ts`;
  description: string;
  /** One value for each name that the function's env.ts asks for. A missing one does not compile. */
  env: Record<keyof Env & string, string>;
  /**
   * The texts of files beside the bundle, by name: settings for which the environment has no room. A change of one is a new
   * version of the function's code.
   */
  besideBundle?: Record<string, string>;
  timeout?: Duration;
  memoryMb?: number;
  /** Only for a function whose ARN is needed before it exists. */
  functionName?: string;
  /** For a function that an operator's command calls and waits for. The dashboard, which has no room for it, leaves it out. */
  isCalledByHand?: true;
  /** `ALLOW` is for a worker that sends to its own queue. A check of the synthesis (checks/recursive-loops.ts) insists on it. */
  recursiveLoop?: RecursiveLoop;
}

/** A Lambda function with its own bundle, a role with only what is granted, and a log group with a retention. */
export class NodeFunction<Env extends object> extends Function {
  readonly isCalledByHand: boolean;

  constructor(scope: Construct, id: string, props: NodeFunctionProps<Env>) {
    const logGroup = new LogGroup(scope, `${id}Log`, {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    const bundle = bundleFolder(props.entry);
    const code = props.besideBundle ? copyWith(props.besideBundle, bundle) : bundle;
    super(scope, id, {
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(code),
      handler: 'index.handler',
      environment: props.env,
      ...(props.functionName !== undefined && { functionName: props.functionName }),
      timeout: props.timeout ?? Duration.seconds(15),
      memorySize: props.memoryMb ?? 512,
      ...(props.recursiveLoop && { recursiveLoop: props.recursiveLoop }),
      logGroup,
      role,
    });
    this.isCalledByHand = props.isCalledByHand ?? false;
    // The assembly has its own copy by now.
    if (code !== bundle) rmSync(code, { recursive: true });
  }

  /** Allows these actions on these resources; nothing when there are none, as on a site without game servers. */
  allow(actions: string[], resources: string[]) {
    if (resources.length === 0) return;
    this.addToRolePolicy(new PolicyStatement({ effect: Effect.ALLOW, actions, resources }));
  }

  /** Grants reading parameters of the deployment's account and region, by their names, as in '/site/key'. */
  allowParameters(names: string[]) {
    const arnOf = (name: string) =>
      Stack.of(this).formatArn({ service: 'ssm', resource: 'parameter', resourceName: name.slice(1) });
    this.allow(['ssm:GetParameter'], names.map(arnOf));
  }
}

/** Copies a folder to a temporary one, and adds files to it. */
function copyWith(files: Record<string, string>, folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'bundle-'));
  cpSync(folder, copy, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(copy, name), text);
  return copy;
}
