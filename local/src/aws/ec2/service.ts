/**
 * EC2's own checks of an instance, in its own form of the query protocol:
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeInstanceStatus.html
 */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { minuteMs } from 'shared-types/rules/time';
import * as z from 'zod';
import type { Clock } from '../../clock.ts';
import type { JsonObject } from '../../json.ts';
import type { Machine } from '../cloudformation/stack-parts.ts';
import type { StackMode } from '../cloudformation/stack-mode.ts';
import type { Service } from '../endpoint.ts';
import { sendXml, xmlWith } from '../query-protocol.ts';

interface Ec2Props {
  machines: () => Machine[];
  mode: () => StackMode;
  clock: Pick<Clock, 'now'>;
  zone: string;
}

/** "Maximum 100 explicitly specified instance IDs." Without ids, EC2 would describe all instances of the account. */
const DescribeInstanceStatus = z.strictObject({
  InstanceId: z
    .record(z.string(), z.string())
    .transform((ids) => Object.values(ids))
    .refine((ids) => ids.length <= 100),
  IncludeAllInstances: z.enum(['true', 'false']).default('false'),
});

/** A terminated instance "remains visible … for a short while", which is about an hour. */
const visibleMs = 60 * minuteMs;
const checksBeginMs = 2 * minuteMs;

const xml = xmlWith('item');

const states = { running: 16, terminated: 48 };

export function ec2Service({ machines, mode, clock, zone }: Ec2Props): Service {
  function statusOf(instanceId: string): { state: keyof typeof states; check: string } | undefined {
    const machine = machines().find((each) => each.instanceId === instanceId);
    if (!machine || clock.now() >= (machine.goneMs ?? Infinity) + visibleMs) return undefined;
    if (machine.goneMs !== undefined || mode() === 'lost') return { state: 'terminated', check: 'not-applicable' };
    if (mode() === 'silent') return { state: 'running', check: 'impaired' };
    return { state: 'running', check: clock.now() < machine.sinceMs + checksBeginMs ? 'initializing' : 'ok' };
  }

  function describe(instanceId: string): JsonObject | undefined {
    const { state, check } = statusOf(instanceId) ?? {};
    if (state === undefined || check === undefined) return undefined;
    return {
      instanceId,
      availabilityZone: zone,
      instanceState: { code: states[state], name: state },
      // The host of a machine that hangs is well.
      systemStatus: { status: check === 'impaired' ? 'ok' : check },
      instanceStatus: { status: check },
    };
  }

  return {
    deniedStatus: 403,
    deniedCode: 'UnauthorizedOperation',
    // EC2 limits this call to no instance.
    requiredPermissions: (operation) =>
      operation === 'DescribeInstanceStatus' ? [{ action: 'ec2:DescribeInstanceStatus', resource: '*' }] : undefined,
    serve({ input }, response) {
      const { InstanceId, IncludeAllInstances } = DescribeInstanceStatus.parse(input);
      const malformed = InstanceId.find((id) => !/^i-([0-9a-f]{8}|[0-9a-f]{17})$/.test(id));
      if (malformed !== undefined) return refuse(response, 'InvalidInstanceID.Malformed', `Invalid id: "${malformed}"`);
      const found = InstanceId.map((id) => ({ id, status: describe(id) }));
      const missing = found.find(({ status }) => status === undefined);
      if (missing)
        return refuse(response, 'InvalidInstanceID.NotFound', `The instance ID '${missing.id}' does not exist`);
      const instanceStatusSet = found.flatMap(({ id, status }) =>
        status && (IncludeAllInstances === 'true' || statusOf(id)?.state === 'running') ? [status] : [],
      );
      sendXml(response, 200, xml('DescribeInstanceStatusResponse', { requestId: randomUUID(), instanceStatusSet }));
    },
  };
}

/** Answers with one of EC2's errors: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html */
function refuse(response: ServerResponse, code: string, message: string) {
  const errors = { Errors: { Error: { Code: code, Message: message } }, RequestID: randomUUID() };
  sendXml(response, 400, xml('Response', errors));
}
