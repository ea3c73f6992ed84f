import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { checkRecursiveLoops } from './checks/recursive-loops.ts';
import type { AppConfig } from './config.ts';
import { AppApi } from './constructs/app-api.ts';
import { StaticSite } from './constructs/static-site.ts';
import { Auth } from './domains/auth.ts';
import { Chat } from './domains/chat.ts';
import { Identity } from './domains/identity.ts';
import { LJMonitor } from './domains/ljmonitor.ts';
import { Sessions } from './domains/sessions.ts';
import { StackManager } from './domains/stack.ts';
import { Operations } from './operations/operations.ts';

/** The whole site. Composition only: every resource belongs to one of these parts. */
export class AppStack extends Stack {
  constructor(scope: Construct, id: string, config: AppConfig) {
    super(scope, id, {
      description: `${config.site.name}: a personal site with a listing monitor, a stack manager and a chat`,
    });
    const { originVerify, restoredTables: restored } = config.operations;
    const api = new AppApi(this, 'Api', originVerify);
    const sessions = new Sessions(this, 'Sessions', { restored: restored.sessions, owner: config.owner });
    const identity = new Identity(this, 'Identity', { siteName: config.site.name });
    new Auth(this, 'Auth', {
      api,
      sessions,
      identity,
      google: config.google,
      owner: config.owner,
      restored: restored.auth,
    });
    new LJMonitor(this, 'LJMonitor', { api, sessions, listing: config.listing, restored: restored.ljmonitor });
    new Chat(this, 'Chat', { api, sessions, chat: config.chat, restored: restored.chat });
    new StackManager(this, 'Stacks', { api, sessions, stacks: config.stacks, restored: restored.stack });
    new StaticSite(this, 'Site', { api });
    // Operations come last, because they watch every resource that exists by then.
    new Operations(this, 'Operations', config.operations);
    checkRecursiveLoops(this);
  }
}
