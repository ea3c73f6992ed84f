import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { checkRecursiveLoops } from './checks/recursive-loops.ts';
import { checkTemplateLimits } from './checks/template-limits.ts';
import type { AppConfig } from './config.ts';
import { AppApi } from './constructs/app-api.ts';
import { FileBucket } from './constructs/file-bucket.ts';
import { StaticSite } from './constructs/static-site.ts';
import { UploadBucket } from './constructs/upload-bucket.ts';
import { AccountMails } from './domains/account-mails.ts';
import { Audit } from './domains/audit.ts';
import { Auth } from './domains/auth.ts';
import { Chat } from './domains/chat.ts';
import { Identity } from './domains/identity.ts';
import { LJMonitor, refreshWorkers } from './domains/ljmonitor.ts';
import { Notify } from './domains/notify.ts';
import { Sessions } from './domains/sessions.ts';
import { StackManager } from './domains/stack.ts';
import { Kept } from './kept.ts';
import { Operations } from './operations/operations.ts';

/**
 * The calls of the pages, sign-ins above all, and the steps of the stacks keep this number of executions, however full
 * a queue is.
 */
const reservedExecutions = 5;

/** The whole site. Composition only: every resource belongs to one of these parts. */
export class AppStack extends Stack {
  constructor(scope: Construct, id: string, config: AppConfig) {
    const { originVerify, adopted, protected: isProtected } = config.operations;
    super(scope, id, {
      description: `${config.site.name}: a personal site with a listing monitor, a stack manager and a chat`,
      terminationProtection: isProtected,
      env: {
        ...(config.aws.account === null ? {} : { account: config.aws.account }),
        ...(config.aws.region === null ? {} : { region: config.aws.region }),
      },
    });
    const { concurrentExecutions } = config.operations;
    const restored = { ...adopted?.tables, ...config.operations.restoredTables };
    const api = new AppApi(this, 'Api', originVerify);
    // The site's uploads come first: their log is that of the CDK's one function for all uploads.
    const files = new FileBucket(this, 'Files', adopted?.fileBucketName);
    const site = new StaticSite(this, 'Site', { api, fileUrl: files.url, ...config.site });
    files.allowReadsFrom(site.origin);
    const uploads = new UploadBucket(this, 'Uploads', { siteOrigin: site.origin });
    const sessions = new Sessions(this, 'Sessions', { restored: restored.sessions, owner: config.owner });
    const audit = new Audit(this, 'Audit', { settings: config.operations.audit, restored: restored.audit });
    const identity = new Identity(this, 'Identity', { siteName: config.site.name, adopted: adopted?.userPool });
    const notify = new Notify(this, 'Notify', {
      api,
      sessions,
      settings: config.news,
      origin: config.news.origin ?? site.origin,
      restored: restored.notify,
    });
    const auth = new Auth(this, 'Auth', {
      api,
      sessions,
      audit,
      identity,
      mails: new AccountMails(this, 'AccountMails', { siteName: config.site.name }),
      notify,
      google: { ...config.google, origin: config.google.origin ?? site.origin },
      owner: config.owner,
      siteName: config.site.name,
      idleDays: config.operations.sessionIdleDays,
      restored: restored.auth,
    });
    notify.addNotifier(auth);
    const ljmonitor = new LJMonitor(this, 'LJMonitor', {
      api,
      sessions,
      audit,
      notify,
      listing: config.listing,
      restored: restored.ljmonitor,
    });
    const maxWorkers = concurrentExecutions - reservedExecutions - refreshWorkers;
    const chat = new Chat(this, 'Chat', {
      api,
      sessions,
      audit,
      notify,
      chat: config.chat,
      maxWorkers,
      uploads,
      files,
      restored: restored.chat,
    });
    const stacks = new StackManager(this, 'Stacks', {
      api,
      sessions,
      audit,
      notify,
      uploads,
      stacks: config.stacks,
      restored: restored.stack,
      adoptedWorld: adopted?.world,
    });
    new Kept(this, 'Kept', {
      adopted: adopted?.record ?? 0,
      tables: {
        sessions: sessions.tableName,
        audit: audit.tableName,
        auth: auth.tableName,
        ljmonitor: ljmonitor.tableName,
        chat: chat.tableName,
        stack: stacks.tableName,
        notify: notify.tableName,
      },
      userPool: { id: identity.userPoolId, clientId: identity.clientId },
      fileBucketName: files.bucketName,
      world: stacks.keptWorld,
    });
    // Operations come last, because they watch every resource that exists by then.
    new Operations(this, 'Operations', {
      ...config.operations,
      alarmsTo: config.operations.alarmsTo ?? config.owner,
    });
    checkRecursiveLoops(this);
    checkTemplateLimits(this, { executions: concurrentExecutions, reserved: reservedExecutions });
  }
}
