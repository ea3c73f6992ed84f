import type { IncomingMessage } from 'node:http';

interface Zone {
  name: string;
  id: string;
  /** Instance types that EC2 offers there. */
  types: string[];
}

interface StackOfAccount {
  status: string;
  isProtected: boolean;
  outputs: Record<string, string>;
  resources: { type: string; id: string }[];
}

interface Certificate {
  arn: string;
  domain: string;
  /** The token of the request that made it. */
  token?: string | undefined;
  /** The number of times that it was described. Its record appears after the first. */
  described: number;
  /** The state of its renewal, which ACM begins two months before the end. */
  renewal?: 'PENDING_VALIDATION' | 'SUCCESS';
}

/** The state of an AWS account as far as `npm run setup`, `deploy` and `doctor` look at it. Tests read and change it. */
export interface Account {
  id: string;
  parameters: Map<string, { type: string; value: string }>;
  zones: Zone[];
  fileSystems: Map<string, string>;
  concurrency: number;
  stack: StackOfAccount | undefined;
  certificates: Certificate[];
  hostedZones: { id: string; name: string; isPrivate?: true }[];
  /** The CNAME records of the world, in Route 53 or elsewhere. */
  records: Map<string, string>;
  /** Subscriptions by topic, each with its address and ARN. */
  subscriptions: Map<string, { address: string; arn: string }[]>;
  logs: Map<string, { timestamp: number; message: string }[]>;
  /** The calls so far, as 'ssm GetParameter'. */
  calls: string[];
}

export interface Call {
  account: Account;
  /** The region that the request was signed for. */
  region: string;
  request: IncomingMessage;
  body: string;
}

export interface Answer {
  status: number;
  body: string;
  type: string;
}

/** EFS One Zone is missing in use1-az3: docs.aws.amazon.com/efs/latest/ug/OneZoneAZs.html. */
export const zoneWithoutFiles = 'use1-az3';

export const newAccount = (): Account => ({
  id: '123456789012',
  parameters: new Map([['/cdk-bootstrap/hnb659fds/version', { type: 'String', value: '30' }]]),
  zones: [
    { name: 'us-east-1a', id: zoneWithoutFiles, types: ['t3.small'] },
    { name: 'us-east-1b', id: 'use1-az5', types: [] },
    { name: 'us-east-1c', id: 'use1-az1', types: ['t3.small'] },
  ],
  fileSystems: new Map(),
  concurrency: 10,
  stack: undefined,
  certificates: [],
  hostedZones: [],
  records: new Map(),
  subscriptions: new Map(),
  logs: new Map(),
  calls: [],
});
