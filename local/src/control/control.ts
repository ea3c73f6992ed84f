import type { RequestListener } from 'node:http';
import { operatorCommands } from 'infra/operator/operator';
import * as z from 'zod';
import { type Cloud, stackModes } from '../cloud.ts';
import { listingModes } from '../fakes/listing-site/modes.ts';
import { modelModes } from '../fakes/openai/modes.ts';
import { type HttpAnswer, type HttpRequest, readRequest, valueOf, writeAnswer } from '../http/http-message.ts';
import { ControlError, fileAnswer, jsonAnswer, pageAnswer, refuseStrangers } from './answers.ts';
import { invitationMaker } from './invitations.ts';
import { logView } from './pages/log-page.ts';
import { operator } from './operator.ts';
import { overviewPage } from './pages/overview.ts';
import { queueDepths } from './queues.ts';
import { sessionRows } from './sessions.ts';
import { tablePage } from './pages/table-page.ts';
import { tableReader } from './tables.ts';

export type ControlOptions = Pick<
  Cloud,
  'resources' | 'clock' | 'functions' | 'scheduler' | 'aws' | 'accounts' | 'listing' | 'model' | 'google' | 'stacks'
>;

const SignIn = z.strictObject({ name: z.string().trim().min(1).max(60) });
const Operation = z.strictObject({ act: z.enum(operatorCommands), username: z.string() });
const Listing = z.strictObject({ mode: z.enum(listingModes) });
const Model = z.strictObject({ mode: z.enum(modelModes) });
const Stacks = z.strictObject({ mode: z.enum(stackModes) });
const PlayersNow = z.strictObject({ stackName: z.string(), count: z.int().min(0).max(30) });
const tenYears = 315_360_000_000;
const Advance = z.strictObject({ advanceMs: z.int().min(0).max(tenYears) });

/** `/_local`: what a person or a test may do to the local cloud and see of it. */
export function createControl(cloud: ControlOptions): RequestListener {
  const { resources, clock, functions, scheduler, accounts, listing, model, google, stacks } = cloud;
  const invite = invitationMaker(cloud);
  const signIn = sessionRows(cloud);
  const operate = operator(cloud);
  const tables = tableReader(cloud);
  const depths = queueDepths(cloud);
  // CDK's own function, in Python, is imitated and not run.
  const ours = resources.filter(
    ({ type, properties: { Runtime } }) =>
      type === 'AWS::Lambda::Function' && typeof Runtime === 'string' && Runtime.startsWith('nodejs'),
  );

  const listingState = () => {
    if (!listing) throw new ControlError(404, 'notFound', 'LISTING_ORIGIN points to a site that is not ours');
    return { mode: listing.mode, origin: listing.origin };
  };

  const modelState = () => {
    if (!model)
      throw new ControlError(404, 'notFound', 'OPENAI_API_KEY or OPENAI_BASE_URL names a model that is not ours');
    return { mode: model.mode, origin: model.origin, count: model.count };
  };
  const stackState = () => ({
    mode: stacks.cloudFormation.mode,
    calls: stacks.cloudFormation.calls(),
    players: stacks.cloudFormation
      .running()
      .map(({ stackName }) => ({ stackName, count: stacks.players.count(stackName) })),
    executions: stacks.executions().map(({ name, status, transitions }) => ({ name, status, transitions })),
  });

  const state = async () => ({
    now: clock.now(),
    mails: accounts.mails.slice(-mailsShown).toReversed(),
    authenticators: accounts.authenticators().map((username) => ({ username, code: accounts.totp(username) ?? '' })),
    listing: listing ? listingState() : null,
    model: model ? modelState() : null,
    google: google?.accounts() ?? null,
    stackMode: stacks.cloudFormation.mode,
    servers: stackState().players,
    schedules: scheduler.names,
    queues: await depths(),
    tables: tables.names,
    functions: ours.map(({ logicalId }) => logicalId).filter((id) => outputOf(id).length > 0),
  });

  function outputOf(logicalId: string) {
    const found = ours.find((each) => each.logicalId === logicalId);
    if (!found) throw new ControlError(404, 'notFound', `there is no function ${logicalId}`);
    return functions.output(found.attributes['Arn'] ?? '');
  }

  const routes: Record<string, (request: HttpRequest, rest: string) => Promise<HttpAnswer> | HttpAnswer> = {
    'GET /_local': async () => pageAnswer(overviewPage(await state())),
    'GET /_local/state': async () => jsonAnswer(await state()),
    'GET /_local/page.css': () => fileAnswer('page.css', 'text/css'),
    'GET /_local/page.js': () => fileAnswer('page.js', 'text/javascript'),
    'GET /_local/listing': () => jsonAnswer(listingState()),
    'GET /_local/tables': () => jsonAnswer(tables.names),
    'GET /_local/tables/*': async (request, name) => {
      const page = await tables.page(name, new URLSearchParams(request.query).get('after'));
      return wantsHtml(request) ? pageAnswer(tablePage(name, page)) : jsonAnswer(page);
    },
    'GET /_local/functions/*': (request, logicalId) =>
      wantsHtml(request) ? pageAnswer(logView(logicalId, outputOf(logicalId))) : jsonAnswer(outputOf(logicalId)),
    'POST /_local/sessions': async (request) => {
      const { cookie, setCookie, userId } = await signIn(bodyOf(request, SignIn).name);
      return jsonAnswer({ cookie, userId }, [['set-cookie', setCookie]]);
    },
    'GET /_local/mail': () => jsonAnswer(accounts.mails),
    'POST /_local/invitations': async () => jsonAnswer(await invite()),
    'POST /_local/operator': async (request) => {
      const { act, username } = bodyOf(request, Operation);
      return jsonAnswer(await operate(act, username));
    },
    'GET /_local/totp': (request) => {
      const username = new URLSearchParams(request.query).get('username') ?? '';
      const code = accounts.totp(username.trim().toLowerCase());
      if (code === undefined) throw new ControlError(404, 'notFound', `${username} has no authenticator`);
      return jsonAnswer({ code });
    },
    'POST /_local/listing': (request) => {
      const { mode } = bodyOf(request, Listing);
      listingState();
      listing?.setMode(mode);
      return jsonAnswer(listingState());
    },
    'GET /_local/google': () => {
      if (!google) throw new ControlError(404, 'notFound', 'GOOGLE_CLIENT_ID names a client that is not ours');
      return jsonAnswer(google.accounts());
    },
    'GET /_local/model': () => jsonAnswer({ ...modelState(), calls: [...(model?.calls() ?? [])] }),
    'POST /_local/model': (request) => {
      const { mode } = bodyOf(request, Model);
      modelState();
      model?.setMode(mode);
      return jsonAnswer(modelState());
    },
    'GET /_local/stacks': () => jsonAnswer(stackState()),
    'POST /_local/stacks': (request) => {
      stacks.cloudFormation.setMode(bodyOf(request, Stacks).mode);
      return jsonAnswer(stackState());
    },
    'POST /_local/players': (request) => {
      const { stackName, count } = bodyOf(request, PlayersNow);
      if (!stacks.names.includes(stackName)) throw new ControlError(404, 'notFound', `there is no stack ${stackName}`);
      stacks.players.setCount(stackName, count);
      return jsonAnswer(stackState());
    },
    'POST /_local/clock': (request) => {
      clock.advance(bodyOf(request, Advance).advanceMs);
      return jsonAnswer({ now: clock.now() });
    },
    'POST /_local/schedule/refresh': async () => {
      const name = scheduler.names.find((each) => each.startsWith('LJMonitor'));
      if (name === undefined) throw new ControlError(404, 'notFound', 'there is no schedule that refreshes');
      await scheduler.runNow(name);
      return jsonAnswer({});
    },
  };

  async function answer(request: HttpRequest): Promise<HttpAnswer> {
    refuseStrangers(request);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const path = request.path.replace(/\/$/, '');
    const exact = routes[`${method} ${path}`];
    if (exact) return exact(request, '');
    const [, parent = '', rest = ''] = /^(\/_local\/\w+\/)([\w.-]+)$/.exec(path) ?? [];
    const nested = rest === '' ? undefined : routes[`${method} ${parent}*`];
    if (!nested) throw new ControlError(404, 'notFound', 'no such page of the local cloud');
    return nested(request, rest);
  }

  return (incoming, response) => {
    readRequest(incoming, longestBody)
      .then(async (request) => writeAnswer(response, await answer(request).catch(errorAnswer), request.method))
      .catch(() => response.destroy());
  };
}

const longestBody = 65_536;
const mailsShown = 10;

const wantsHtml = ({ headers }: HttpRequest) => valueOf(headers, 'accept')?.includes('text/html') === true;

function bodyOf<Schema extends z.ZodType>({ headers, body }: HttpRequest, schema: Schema): z.output<Schema> {
  if (!valueOf(headers, 'content-type')?.startsWith('application/json'))
    throw new ControlError(400, 'invalid', 'the body must be application/json');
  if (body.length > longestBody) throw new ControlError(413, 'tooLarge', 'the body is too long');
  const parsed = schema.safeParse(json(body.toString()));
  if (!parsed.success) throw new ControlError(400, 'invalid', z.prettifyError(parsed.error));
  return parsed.data;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ControlError(400, 'invalid', 'the body is not JSON');
  }
}

/** Nobody but the person at this machine sees this, so it says what went wrong. */
function errorAnswer(error: unknown): HttpAnswer {
  if (error instanceof ControlError)
    return jsonAnswer({ errorCode: error.errorCode, message: error.message }, [], error.status);
  return jsonAnswer({ errorCode: 'internal', message: String(error) }, [], 500);
}
