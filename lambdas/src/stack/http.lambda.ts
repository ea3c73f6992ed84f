import { stackApi, stackWorldApi } from 'shared-types/contract/stack';
import { stackConsoleApi } from 'shared-types/contract/stack/console';
import { stackLinkApi } from 'shared-types/contract/stack/links';
import { stackLicenseApi } from 'shared-types/contract/stack/license';
import { stackRightsApi } from 'shared-types/contract/stack/rights';
import { stackTimesApi } from 'shared-types/contract/stack/weekly-times';
import { worldTransferApi } from 'shared-types/contract/stack/world-transfer';
import { auditTrail } from '../platform/audit/audit-trail.ts';
import { now } from '../platform/clock.ts';
import { documentClient } from '../platform/dynamodb/client.ts';
import { readEnv } from '../platform/env.ts';
import { httpHandler } from '../platform/http/http-handler.ts';
import { dynamoSessions } from '../platform/http/session.ts';
import { newToken } from '../platform/id.ts';
import { stackPorts } from './compose.ts';
import { ssmConsole } from './console/console-client.ts';
import { consoleRoutes } from './console/console-routes.ts';
import { httpEnv } from './env.ts';
import { licenseRoutes } from './license/license-routes.ts';
import { linkRoutes } from './links/link-routes.ts';
import { rightsRoutes } from './rights/rights-routes.ts';
import { stackRoutes } from './routes.ts';
import { timesRoutes } from './weekly-times/times-routes.ts';
import { archiveBucket } from './worlds/archive-bucket-client.ts';
import { ssmArchiveCommand } from './worlds/archive-command-client.ts';
import { transferRoutes } from './worlds/transfer/transfer-routes.ts';
import { worldFiles } from './worlds/transfer/world-files-client.ts';
import { worldRoutes } from './worlds/world-routes.ts';

const env = readEnv(httpEnv);
const client = documentClient();
const ports = stackPorts(client, env);

const worldPorts = {
  ...ports,
  sendArchiveCommand: ssmArchiveCommand(env.ARCHIVE_DOCUMENT),
  archiveBucket: archiveBucket(env.ARCHIVE_BUCKET_URL),
};
const consolePorts = { ...ports, gameConsole: ssmConsole(env.CONSOLE_DOCUMENT) };
const api = {
  ...stackApi,
  ...stackWorldApi,
  ...stackConsoleApi,
  ...stackLinkApi,
  ...stackTimesApi,
  ...stackRightsApi,
  ...stackLicenseApi,
  ...worldTransferApi,
};

export const handler = httpHandler(
  api,
  {
    ...stackRoutes(ports),
    ...worldRoutes(worldPorts),
    ...consoleRoutes(consolePorts),
    ...linkRoutes({ ...ports, newToken }),
    ...timesRoutes(ports),
    ...licenseRoutes(ports),
    ...transferRoutes({ ...ports, worldFiles: worldFiles(env, now) }),
    ...rightsRoutes(ports),
  },
  {
    sessions: dynamoSessions(client, env.SESSIONS_TABLE_NAME),
    originVerify: env.ORIGIN_VERIFY,
    now,
    audit: auditTrail(client, env),
    isOwner: ports.isOwner,
  },
);
