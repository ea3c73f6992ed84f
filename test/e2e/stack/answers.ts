import type { Page } from '@playwright/test';
import type { ActionLog, StackEvent, StackInfo, StackWorld } from 'shared-types/contract/stack';
import { event, info, log } from '../../support/site/stacks.ts';

export interface Described {
  awsStackInfo: StackInfo | null;
  actionLogs: ActionLog[];
  lastEvents?: StackEvent[];
}

const hour = 3_600_000;
const failedBecause =
  'Resource handler returned message: "We currently do not have sufficient t3.medium capacity in the Availability Zone you requested (ap-northeast-1a). (Service: Ec2, Status Code: 500, Request ID: 6f5b52b5-1c4f-4d3e-9a55-5a1b4b9f8c0e)"';
const launched = (then: number) => [
  event(then + 110_000, 'survival', 'CREATE_COMPLETE'),
  event(then + 109_000, 'Server', 'CREATE_COMPLETE'),
  event(then + 20_000, 'Server', 'CREATE_IN_PROGRESS', 'Resource creation Initiated'),
  event(then + 2_000, 'Firewall', 'CREATE_COMPLETE'),
  event(then + 1_000, 'Firewall', 'CREATE_IN_PROGRESS'),
  event(then, 'survival', 'CREATE_IN_PROGRESS', 'User Initiated'),
];

/** A name as long as CloudFormation allows. */
export const longName = 'AVeryLongStackName'.repeat(7).slice(0, 128);

/** Returns a stack of every kind that a page can show, by name. */
export function stacksAt(now: number): Record<string, Described> {
  // No page polls a stack any more whose last event is two hours old.
  const then = now - 2 * hour;
  return {
    survival: {
      awsStackInfo: info({
        creationTime: then,
        outputs: [
          { outputKey: 'ServerAddress', outputValue: '18.177.42.9' },
          { outputKey: 'ServerPort', outputValue: '19132' },
        ],
        events: launched(then),
        stopsAt: then + 6 * hour,
        hourlyPrice: 0.1,
        players: { online: 2, seenAt: now - 70_000, lastPlayedAt: now - 70_000, idleStopAt: now + hour / 2 },
      }),
      actionLogs: [
        log({ actionTime: then, syncTime: then + 112_000, syncStatus: 'SUCCEEDED' }),
        log({
          actionTime: then - 9_000,
          syncTime: then - 8_000,
          syncStatus: 'FAILED',
          by: 'Bob',
          reason: 'no capacity',
        }),
      ],
    },
    never: { awsStackInfo: null, actionLogs: [] },
    gone: {
      awsStackInfo: null,
      actionLogs: [
        log({
          action: 'STOP',
          actionTime: then + 1,
          syncTime: then + 9,
          syncStatus: 'SUCCEEDED',
          by: 'idle',
          isBySite: true,
        }),
      ],
      lastEvents: [
        event(then + 50_000, 'survival', 'DELETE_COMPLETE'),
        event(then + 2_000, 'Server', 'DELETE_IN_PROGRESS'),
        event(then, 'survival', 'DELETE_IN_PROGRESS'),
      ],
    },
    rolledBack: {
      awsStackInfo: info({
        stackName: 'rolledBack',
        stackStatus: 'ROLLBACK_COMPLETE',
        stackStatusReason: 'The following resource(s) failed to create: [Server]. Rollback requested by user.',
        creationTime: then,
        updateTime: then + 80_000,
        events: [
          event(then + 90_000, 'survival', 'ROLLBACK_COMPLETE'),
          event(then + 80_000, 'survival', 'ROLLBACK_IN_PROGRESS'),
          event(then + 79_000, 'Server', 'CREATE_FAILED', failedBecause),
          event(then + 1_000, 'Server', 'CREATE_IN_PROGRESS'),
          event(then, 'survival', 'CREATE_IN_PROGRESS'),
        ],
      }),
      actionLogs: [],
    },
    [longName]: {
      awsStackInfo: info({
        stackName: longName,
        stackStatus: 'DELETE_FAILED',
        creationTime: then,
        outputs: [
          { outputKey: 'ServerAddress', outputValue: 'ec2-18-177-42-9.ap-northeast-1.compute.amazonaws.com' },
          { outputKey: 'AnOutputWithQuiteALongKeyThatGoesOn', outputValue: `arn:aws:${'x'.repeat(150)}` },
        ],
        events: [
          event(then, longName, 'DELETE_FAILED', failedBecause),
          event(then - 1, 'L'.repeat(60), 'DELETE_FAILED'),
        ],
      }),
      actionLogs: [
        log({
          action: 'STOP',
          actionTime: then,
          syncTime: then,
          syncStatus: 'FAILED',
          by: 'Somebody with a name as long as sixty letters, more or less.',
          reason: `The stack cannot be deleted. Firewall: ${failedBecause}`,
        }),
      ],
    },
    starting: {
      awsStackInfo: info({ stackName: 'starting', stackStatus: 'CREATE_IN_PROGRESS', creationTime: now }),
      actionLogs: [log({ actionTime: now - 72_000, syncTime: now })],
    },
    // A stop has taken over from a restart that had just begun to set it up again.
    leaving: {
      awsStackInfo: info({
        stackName: 'leaving',
        stackStatus: 'CREATE_IN_PROGRESS',
        creationTime: now - 10_000,
        stopsAt: now + 6 * hour,
      }),
      actionLogs: [
        log({ action: 'STOP', actionTime: now - 9_000, syncTime: now }),
        log({ action: 'RESTART', actionTime: now - 30_000, syncTime: now - 9_000, syncStatus: 'ABORTED' }),
      ],
    },
    // A person deletes this one in the AWS console.
    byHand: {
      awsStackInfo: info({
        stackName: 'byHand',
        stackStatus: 'DELETE_IN_PROGRESS',
        creationTime: then,
        events: [{ ...event(now - 72_000, 'survival', 'DELETE_IN_PROGRESS'), logicalResourceId: 'byHand' }],
        stopsAt: then + 6 * hour,
      }),
      actionLogs: [log({ action: 'RESTART', actionTime: then, syncTime: then + 9_000, syncStatus: 'TIMED_OUT' })],
    },
    stopping: {
      awsStackInfo: info({
        stackName: 'stopping',
        stackStatus: 'DELETE_IN_PROGRESS',
        creationTime: then,
        outputs: [{ outputKey: 'ServerAddress', outputValue: '18.177.42.9' }],
        stopsAt: then + 6 * hour,
        hourlyPrice: 0.1,
        players: { online: 2, seenAt: now - 9_000, lastPlayedAt: now - 9_000, idleStopAt: now + hour / 2 },
      }),
      actionLogs: [log({ action: 'STOP', actionTime: now - 9_000, syncTime: now })],
    },
  };
}

/** Returns the world of every stack: one backup of its last stop. */
export const worldAt = (now: number): StackWorld => ({
  archives: [
    {
      archiveId: '01KAE8S3D0ARCHIVE0000000001',
      time: now - 26 * hour,
      bytes: 183_000_000,
      reason: 'stop',
      version: '1.21.120.4',
      levelName: 'Bedrock level',
    },
  ],
  next: null,
  problem: null,
});

export const stackNames = Object.keys(stacksAt(0));

const api = '/api/minecraft_bedrock/v2';

export const everyDetail = {
  lastEvents: [],
  plan: { nextStart: null, missed: null },
  license: null,
  rights: { start: true, stop: true, command: false },
};

/** Answers all calls about stacks from `stacksAt`. For a name that is not there CloudFormation is unavailable. */
export async function answerStacks(page: Page, now: number, names = stackNames) {
  await page.route(
    ({ pathname }) => pathname === api,
    (route) => {
      const asked = new URL(route.request().url()).searchParams.get('describe')?.split(',') ?? [];
      const found = Object.entries(stacksAt(now)).filter(([name]) => asked.includes(name));
      const described = Object.fromEntries(found.map(([name, stack]) => [name, { ...everyDetail, ...stack }]));
      return route.fulfill({ json: { data: names, described } });
    },
  );
  await page.route(`**${api}/*/*`, async (route) => {
    const [, name = ''] = new RegExp(`${api}/([^/]+)/`).exec(route.request().url()) ?? [];
    const data = stacksAt(now)[name];
    if (data) return route.fulfill({ json: { data: { ...everyDetail, ...data } } });
    const json = { errorCode: 'unavailable', message: 'CloudFormation is not responding.', requestId: 'r-17' };
    return route.fulfill({ status: 503, json });
  });
  await answerWorlds(page, now);
}

/** Answers the call for the backups of any stack. */
export const answerWorlds = (page: Page, now: number) =>
  page.route(`**${api}/*/world`, (route) => route.fulfill({ json: { data: worldAt(now) } }));

/** Refuses an action. */
export const refuse = (page: Page, action: string, status: number, json: object) =>
  page.route(`**${api}/*/${action}`, (route) => route.fulfill({ status, json: { requestId: 'r-17', ...json } }));
