import { type Clock, type ClockBuffer } from '../clock.ts';
import type { Mailbox } from '../mailbox.ts';
import type { OnShutdown } from '../startup/on-shutdown.ts';
import type { Step } from '../startup/steps.ts';
import type { Assembly } from '../template/assembly.ts';
import { openDeployment } from '../template/deployment.ts';
import { resolveTemplate } from '../template/resolve.ts';
import type { Resource } from '../template/resource.ts';
import { accessWith, type AwsAccess, type AwsAccount, localAccount } from './access.ts';
import { type Caller, type Intercept, type Service, startEndpoint } from './endpoint.ts';
import { type Policies, readPolicies } from './iam.ts';
import { seedParameters } from './ssm/seed.ts';

/** Everything that a service is hosted with. Each service reads its own resources and adds itself to `services`. */
export interface ServiceContext extends AwsAccount {
  resources: Resource[];
  /** The resources that earlier stacks kept. */
  kept: Resource[];
  assetPath: Assembly['assetPath'];
  /** The parameters that exist before the first deployment. */
  parameters: Record<string, string>;
  policies: Policies;
  /** The origin of the endpoint. */
  endpoint: string;
  /** The services behind the endpoint, by the name that signatures carry: `dynamodb`, `sqs`, `ssm`. */
  services: Record<string, Service>;
  /** The callers that the endpoint knows, by access key. */
  callers: Map<string, Caller>;
  /** The local cloud's own access. It may do everything. */
  access: AwsAccess;
  dataDir: string;
  clock: Clock & { buffer: ClockBuffer };
  /** The factor by which stacks and their workflow are faster than in AWS. */
  stackSpeed: number;
  /** The account's quota of Lambda's concurrent executions. */
  concurrency: number;
  /** Replaces the rate and the burst of each throttled route. */
  routeRate: number | undefined;
  mailbox: Mailbox;
  step: Step;
  onShutdown: OnShutdown;
}

interface Options extends Pick<
  ServiceContext,
  'dataDir' | 'clock' | 'stackSpeed' | 'concurrency' | 'routeRate' | 'mailbox' | 'step' | 'onShutdown'
> {
  log: (line: string) => void;
  intercept: Intercept | undefined;
}

/** Opens the endpoint and reads the template. The services come after it. */
export async function openAws(assembly: Assembly, { log, intercept, ...options }: Options): Promise<ServiceContext> {
  const endpoint = await startEndpoint();
  options.onShutdown(() => endpoint.close());
  const access = accessWith('LOCALRUNTIME', endpoint.origin);
  const services: Record<string, Service> = {};
  const callers = new Map<string, Caller>([
    [access.credentials.accessKeyId, { name: 'the local cloud', allows: () => true }],
  ]);
  endpoint.open({ services, callerOf: (accessKeyId) => callers.get(accessKeyId), report: log, intercept });

  const parameters = seedParameters(options.dataDir);
  const deployment = openDeployment(options.dataDir);
  const { suffix } = deployment;
  const location = { ...localAccount, stackName: assembly.stackName, suffix, endpointOrigin: endpoint.origin };
  const resources = resolveTemplate(assembly.template, location, parameters);
  const kept = deployment.deploy(resources);
  return {
    ...localAccount,
    ...options,
    resources,
    kept,
    assetPath: assembly.assetPath,
    parameters,
    policies: readPolicies(resources),
    endpoint: endpoint.origin,
    services,
    callers,
    access,
  };
}
