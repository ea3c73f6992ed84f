import type { AwsAccess } from './aws/access.ts';
import type { CloudFormation } from './aws/cloudformation/service.ts';
import type { Cognito } from './aws/cognito/cognito.ts';
import type { Functions } from './aws/lambda/functions.ts';
import type { Scheduler } from './aws/scheduler/scheduler.ts';
import type { Clock } from './clock.ts';
import type { Fakes } from './fakes/fakes.ts';
import type { Players } from './fakes/game-server/players.ts';
import type { Mailbox } from './mailbox.ts';
import type { Resource } from './template/resource.ts';

/** The parts of the local cloud that `/_local` and tests look into. */
export interface Cloud {
  resources: Resource[];
  clock: Clock;
  functions: Functions;
  scheduler: Scheduler;
  /** Full access to the endpoint. */
  aws: AwsAccess;
  accounts: Pick<Mailbox, 'mails'> & Pick<Cognito, 'totp' | 'authenticators'>;
  /** The services of people's channels. */
  channels: Fakes['channels'];
  /** Absent when LISTING_ORIGIN names another listing site. */
  listing: Fakes['listing'];
  /** Absent when OPENAI_API_KEY or OPENAI_BASE_URL names a real model. */
  model: Fakes['model'];
  /** Absent when GOOGLE_CLIENT_ID names a client of the real Google. */
  google: Fakes['google'];
  stacks: {
    cloudFormation: Omit<CloudFormation, 'service'>;
    players: Players;
    /** Lets a player join, unless the allow list forbids it. Undefined when the server does not run. */
    join(stackName: string, name: string): { isAdmitted: boolean } | undefined;
    /** The archive that the world of a stack comes from, or 'new'. */
    worldSourceOf(stackName: string): string;
    /** The stacks that the site may start. */
    names: string[];
    executions(): readonly { name: string; status: string; transitions: number }[];
  };
}
