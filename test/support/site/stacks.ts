import type { ActionLog, StackEvent, StackInfo } from 'shared-types/contract/stack';
import type { StackRights } from 'shared-types/rules/stack/rights';

/** Returns a stack of the tests: up since the epoch. */
export const info = (over: Partial<StackInfo> = {}): StackInfo => ({
  stackName: 'survival',
  stackStatus: 'CREATE_COMPLETE',
  stackStatusReason: null,
  creationTime: 0,
  updateTime: null,
  outputs: [],
  events: [],
  stopsAt: null,
  hourlyPrice: null,
  ...over,
});

export const log = (over: Partial<ActionLog> = {}): ActionLog => ({
  action: 'START',
  actionTime: 1_000,
  syncStatus: 'RUNNING',
  syncTime: 1_000,
  reason: null,
  by: 'Ann',
  ...over,
});

export const event = (
  timestamp: number,
  logicalResourceId: string,
  resourceStatus: string,
  reason: string | null = null,
): StackEvent => ({
  timestamp,
  resourceType: logicalResourceId === 'survival' ? 'AWS::CloudFormation::Stack' : 'AWS::EC2::Instance',
  logicalResourceId,
  resourceStatus,
  reason,
});

/** The rights of a person who may start and stop. */
export const rights: StackRights = { start: true, stop: true, command: false };

/** Returns the answer about a stack of the tests, of which nothing else is known. */
export const detail = (awsStackInfo: StackInfo | null) => ({
  body: {
    data: {
      awsStackInfo,
      actionLogs: [],
      rights,
      isOwner: false,
      license: null,
      plan: { nextStart: null, missed: null },
      lastEvents: [],
    },
  },
});
