import { auditTrail } from '../platform/audit/audit-trail.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { eventHandler } from '../platform/worker/event-handler.ts';
import { stackPorts } from './compose.ts';
import { ssmConsole } from './console/console-client.ts';
import { serverEventEnv } from './env.ts';
import { handleServerEvent } from './handle-server-event.ts';
import { ec2MachineState } from './watch/machine-client.ts';
import { ssmReportCommand, ssmWarningCommand } from './watch/watch-command-client.ts';
import { archiveBucket } from './worlds/archive-bucket-client.ts';

const env = readEnv(serverEventEnv);
const client = documentClient();
const ports = stackPorts(client, env);

const eventPorts = {
  ...ports,
  audit: auditTrail(client, env),
  archiveBucket: archiveBucket(env.ARCHIVE_BUCKET_URL),
  gameConsole: ssmConsole(env.CONSOLE_DOCUMENT),
  reportCommand: ssmReportCommand(env.REPORT_DOCUMENT, ports.wait),
  machineState: ec2MachineState(env.EC2_URL),
  warnPlayers: ssmWarningCommand(env.WARNING_DOCUMENT, ports.wait),
};

export const handler = eventHandler((event) => handleServerEvent(eventPorts, event));
