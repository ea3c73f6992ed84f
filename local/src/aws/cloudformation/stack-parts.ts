import type { Event, StackRecord } from './stack-store.ts';

/** A stack that is complete. */
export interface RunningStack {
  stackName: string;
  stackId: string;
  sinceMs: number;
  /** The server asks for a stop after this number of minutes without players. */
  idleMinutes: number;
  instanceId: string;
  archiveBucket: string;
  /** The last choice of a world. */
  worldRequest: string;
  /** The archive of that choice, or 'new'. */
  worldSource: string;
  /** The players of the deployment's allow list; none means that everyone may join. */
  allowedPlayers: string[];
  /** 'on' or 'off' until the lists of the page come; '' when no list has changed. */
  allowList: string;
}

/** A server that boots, from its instance on until the game answers. */
export interface BootingStack {
  stackName: string;
  stackId: string;
  sinceMs: number;
  untilMs: number;
}

/** An instance that a stack has made. It exists until `goneMs`. */
export interface Machine {
  instanceId: string;
  sinceMs: number;
  goneMs: number | undefined;
}

/** A rule of a stack, which invokes its target every minute. */
export interface ScheduledRule {
  stackId: string;
  targetArn: string;
  input: string;
}

/** The default of the template's parameter. */
const defaultIdleMinutes = 30;

export function runningOf({ stackName, stackId, status, events, parameters, outputs }: StackRecord): RunningStack[] {
  const up = events.findLast((event) => event.logicalId === stackName && event.status === 'CREATE_COMPLETE');
  if (status !== 'CREATE_COMPLETE' || !up) return [];
  return [
    {
      stackName,
      stackId,
      sinceMs: up.atMs,
      idleMinutes: Number(parameters['IdleMinutes'] ?? defaultIdleMinutes),
      instanceId: outputs['ServerInstance'] ?? '',
      archiveBucket: parameters['ArchiveBucketName'] ?? '',
      worldRequest: parameters['WorldRequest'] ?? '',
      worldSource: parameters['WorldSource'] ?? '',
      allowedPlayers: (parameters['AllowedPlayers'] ?? '').split(',').filter((name) => name !== ''),
      allowList: parameters['AllowList'] ?? '',
    },
  ];
}

const madeOf = (type: string) => (event: Event) => event.type === type && event.status === 'CREATE_COMPLETE';

export function bootingOf({ stackName, stackId, status, events, agenda }: StackRecord): BootingStack[] {
  if (!status.startsWith('CREATE_')) return [];
  const instance = events.find(madeOf('AWS::EC2::Instance'));
  const answer = [...events, ...agenda].find(madeOf('AWS::CloudFormation::WaitCondition'));
  return instance && answer ? [{ stackName, stackId, sinceMs: instance.atMs, untilMs: answer.atMs }] : [];
}

export const machinesOf = ({ resources, events }: StackRecord): Machine[] =>
  resources
    .filter(({ type }) => type === 'AWS::EC2::Instance')
    .flatMap(({ logicalId, physicalId }) => {
      const at = (isWanted: (event: Event) => boolean) =>
        events.find((event) => event.logicalId === logicalId && isWanted(event))?.atMs;
      // CloudFormation names the instance as soon as EC2 has begun to make it.
      const sinceMs = at(({ physicalId: made }) => made === physicalId);
      const goneMs = at(({ status }) => status === 'DELETE_COMPLETE');
      return sinceMs === undefined ? [] : [{ instanceId: physicalId, sinceMs, goneMs }];
    });

export const rulesOf = ({ stackId, schedules, made }: StackRecord): ScheduledRule[] =>
  schedules
    .filter(({ logicalId }) => made.includes(logicalId))
    .map(({ targetArn, input }) => ({ stackId, targetArn, input }));
