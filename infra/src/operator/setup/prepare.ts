import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ACMClient } from '@aws-sdk/client-acm';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { EC2Client } from '@aws-sdk/client-ec2';
import { EFSClient } from '@aws-sdk/client-efs';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { Route53Client } from '@aws-sdk/client-route-53';
import { SSMClient } from '@aws-sdk/client-ssm';
import { isUsername, usernameOf } from 'shared-types/rules/auth/username';
import { cdkContext, parseConfig } from '../../config.ts';
import { gamesOf, imageOf, pinOf } from '../../game-server/images.ts';
import {
  bootstrapParameter,
  googleSecretParameter,
  openAiKeyParameter,
  originVerifyParameter,
} from '../../parameter-names.ts';
import { readSiteFile, type SiteFile, useDeploymentsAccount, writeSiteFile } from '../../site-file.ts';
import { findKept, findStack, refuseToBeginAnew } from '../deployed/stack.ts';
import { patience } from '../patience.ts';
import { OperatorError, type Terminal } from '../terminal.ts';
import { prepareDomain } from './certificate.ts';
import { ensureParameter, findParameter } from './parameters.ts';
import { beforehand, ending, newAccountsConcurrency, smallConcurrency, tooSmallConcurrency } from './texts.ts';
import { resolveImage } from './server-image.ts';
import { chooseZone } from './zone.ts';

export const setupOptions = ['--protect', '--adopt'] as const;
type SetupOption = (typeof setupOptions)[number];

interface Setup {
  options: readonly SetupOption[];
  terminal: Terminal;
  /** Runs `cdk bootstrap` for an environment such as aws://123456789012/eu-central-1. Returns its exit code. */
  bootstrap: (environment: string) => Promise<number>;
  pause?: (ms: number) => Promise<unknown>;
  /** Returns the digest of the image that a tag names now. */
  digestOf?: (image: string) => Promise<string>;
}

/** The oldest bootstrap stack that the CDK of package.json deploys with. */
const minBootstrapVersion = 6;

/** Prepares an account for the first deployment, or completes what is missing. Existing values stay. */
export async function prepare({
  options,
  terminal,
  bootstrap,
  pause = setTimeout,
  digestOf = resolveImage,
}: Setup): Promise<number> {
  const { print } = terminal;
  const wait = async (ms: number) => void (await pause(ms));
  const site = readSiteFile();
  const save = (values: SiteFile) => writeSiteFile(Object.assign(site, values));
  print(beforehand);

  const { region, profile } = await choosePlace(terminal, site);
  const ssm = new SSMClient(patience);
  const account = await makeFirstParameter(ssm, terminal, site);
  save({ aws: { account, region, profile } });
  print(`Account ${account}, region ${region}`);

  const [stack, kept] = [await findStack(new CloudFormationClient(patience)), await findKept(ssm)];
  if (options.includes('--adopt')) {
    if (stack) throw new OperatorError('The site is deployed. It uses its own tables, user pool and worlds.');
    if (!kept) throw new OperatorError('There is nothing to adopt: no earlier deployment has kept anything here.');
    save({ operations: { ...site.operations, adopted: kept } });
    print(`The next deployment uses what the earlier one kept (record ${kept.record})`);
  } else refuseToBeginAnew({ stack, kept, adopted: site.operations?.adopted?.record });
  if (options.includes('--protect')) {
    if (!stack)
      throw new OperatorError('Deploy first: protection would keep a failed first deployment from its rollback.');
    save({ operations: { ...site.operations, protected: true } });
    print('The next deployment protects the stack, its tables and its user pool: npm run deploy');
  }

  const zoneLetter = await chooseZone(
    { ssm, ec2: new EC2Client(patience), efs: new EFSClient(patience), pause: wait },
    region,
  );
  save({ stacks: { ...site.stacks, zoneLetter } });
  print(`The worlds of game servers are in zone ${region}${zoneLetter}`);

  await pinImage(terminal, site, save, digestOf);

  const { AccountLimit } = await new LambdaClient(patience).send(new GetAccountSettingsCommand({}));
  const concurrency = AccountLimit?.ConcurrentExecutions ?? 0;
  if (concurrency < newAccountsConcurrency) throw new OperatorError(tooSmallConcurrency(concurrency));
  // The quota may be raised later, so each setup writes what it is now.
  save({ operations: { ...site.operations, concurrentExecutions: concurrency } });
  print(
    concurrency === newAccountsConcurrency ? smallConcurrency(concurrency) : `Lambda runs ${concurrency} calls at once`,
  );

  await ensureBootstrap(ssm, `aws://${account}/${region}`, { print, bootstrap });
  await askPeople(terminal, site, save);
  await askDomain(terminal, site, save, wait);
  await askSecrets(ssm, terminal, site, save);
  print(ending({ isDeployed: stack !== undefined, domain: site.site?.domain ?? null }));
  return 0;
}

async function choosePlace({ ask, print }: Terminal, { aws }: SiteFile) {
  const profile = aws?.profile ?? (aws ? '' : await ask('AWS_PROFILE', 'Profile of ~/.aws (empty: the default)'));
  if (profile !== '') process.env['AWS_PROFILE'] = profile;
  const found = await new SSMClient(patience).config.region().catch(() => '');
  const region = aws?.region ?? (found === '' ? await ask('AWS_REGION', 'Region, for example eu-central-1') : found);
  if (region === '') throw new OperatorError('No region is chosen: AWS_REGION=eu-central-1 npm run setup');
  if (found !== '' && found !== region)
    print(`site.json says ${region}, so ${found} of the environment does not count.`);
  useDeploymentsAccount({ aws: { account: null, region, profile: profile === '' ? null : profile } });
  return { region, profile: profile === '' ? null : profile };
}

/** Each setup pins the image of each game in use anew, which is how it is updated. Without an answer the pinned one stays. */
async function pinImage({ print }: Terminal, site: SiteFile, save: Save, digestOf: (image: string) => Promise<string>) {
  const { stacks } = parseConfig(cdkContext());
  for (const game of gamesOf(stacks)) {
    const { name: image } = imageOf(game, stacks);
    try {
      const pinned = { image, digest: await digestOf(image) };
      save({ stacks: { ...site.stacks, ...pinOf(game, pinned) } });
      print(`Game servers run ${image}, pinned to ${pinned.digest}`);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      print(`${error.message} The image of the game servers stays as it was. Run npm run setup again later to pin it.`);
    }
  }
}

const newSecret = () => randomBytes(32).toString('base64url');

/** Makes the secret between edge and API. The ARN of this parameter says whose account it is. */
async function makeFirstParameter(ssm: SSMClient, { print }: Terminal, { aws }: SiteFile): Promise<string> {
  if (aws && !(await findParameter(ssm, originVerifyParameter))) {
    throw new OperatorError(
      `site.json belongs to account ${aws.account}, and these credentials find nothing of it. Use its credentials, or delete site.json to prepare another account.`,
    );
  }
  // This is no SecureString, because CloudFormation cannot put one into a header that CloudFront sends.
  print(await ensureParameter(ssm, { name: originVerifyParameter, type: 'String', valueOf: newSecret }));
  const account = (await findParameter(ssm, originVerifyParameter))?.ARN?.split(':')[4];
  if (account === undefined) throw new OperatorError('The Parameter Store does not say in which account it is.');
  if (aws && aws.account !== account)
    throw new OperatorError(`site.json belongs to account ${aws.account}, not ${account}.`);
  return account;
}

async function ensureBootstrap(
  ssm: SSMClient,
  environment: string,
  { print, bootstrap }: Pick<Terminal, 'print'> & Pick<Setup, 'bootstrap'>,
) {
  const version = (await findParameter(ssm, bootstrapParameter))?.Value;
  if (Number(version) >= minBootstrapVersion) return print(`The CDK is bootstrapped (version ${version})`);
  print(`npx cdk bootstrap ${environment}`);
  if ((await bootstrap(environment)) !== 0)
    throw new OperatorError('The CDK could not be bootstrapped. Its output says why.');
}

type Save = (values: SiteFile) => void;
async function askEmail({ ask }: Terminal, name: string, question: string): Promise<string> {
  const given = await ask(name, question);
  if (given !== '' && !isUsername(usernameOf(given)))
    throw new OperatorError(`${name}: ${given} is not an email address.`);
  return given;
}

async function askPeople(terminal: Terminal, site: SiteFile, save: Save) {
  if (typeof site.owner !== 'string') {
    const owner = await askEmail(
      terminal,
      'OWNER_EMAIL',
      'Email address of the owner, who invites people (empty: none)',
    );
    save({ owner: owner === '' ? null : owner });
  }
  if (typeof site.operations?.alarmsTo !== 'string') {
    const to = await askEmail(terminal, 'ALARMS_EMAIL', 'Email address for alarms (empty: the owner’s)');
    save({ operations: { ...site.operations, alarmsTo: to === '' ? (site.owner ?? null) : to } });
  }
  terminal.print(`Owner: ${site.owner ?? 'none'}. Alarms to: ${site.operations?.alarmsTo ?? 'none'}`);
}

async function askDomain(terminal: Terminal, site: SiteFile, save: Save, pause: (ms: number) => Promise<void>) {
  if (site.site?.domain) return terminal.print(`Domain: ${site.site.domain.name}`);
  const name = (
    await terminal.ask('SITE_DOMAIN', 'Domain of your own (empty: an address of CloudFront)')
  ).toLowerCase();
  if (name === '') return;
  const clients = {
    acm: new ACMClient({ ...patience, region: 'us-east-1' }),
    route53: new Route53Client(patience),
    pause,
  };
  const domain = await prepareDomain(clients, name, terminal);
  if (!domain) return;
  save({ site: { ...site.site, domain } });
  terminal.print(`Domain: ${name}, with its certificate`);
}

async function askSecrets(ssm: SSMClient, { ask, print }: Terminal, site: SiteFile, save: Save) {
  const secret = (name: string, variable: string, question: string) =>
    ensureParameter(ssm, { name, type: 'SecureString', valueOf: () => ask(variable, question, { isSecret: true }) });
  print(await secret(openAiKeyParameter, 'OPENAI_API_KEY', 'Key of the AI provider, for the chat (empty: later)'));
  const clientId =
    site.google?.clientId ??
    (await ask('GOOGLE_CLIENT_ID', 'Client ID at Google, for signing in with it (empty: none)'));
  if (clientId === '') return print('People sign in with a password and an authenticator, not with Google');
  const users =
    site.google?.users ?? (await ask('GOOGLE_USERS', 'Google accounts that may sign in, with commas')).split(/[\s,]+/);
  save({ google: { clientId, users: users.filter((each) => each !== '') } });
  print(await secret(googleSecretParameter, 'GOOGLE_CLIENT_SECRET', 'Client secret at Google (empty: later)'));
}
