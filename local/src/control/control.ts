import type { RequestListener } from 'node:http';
import { operatorCommands } from 'infra/operator/operator';
import { RebuildPacks } from 'shared-types/contract/chat/search-packs';
import * as z from 'zod';
import type { Cloud } from '../cloud.ts';
import { stackModes } from '../aws/cloudformation/stack-mode.ts';
import { listingModes } from '../fakes/listing-site/modes.ts';
import { modelModes } from '../fakes/openai/modes.ts';
import { providerQuirks } from '../fakes/openai/quirks/all-quirks.ts';
import { type HttpResponse, type HttpRequest, readRequest, valueOf, writeResponse } from '../http/http-message.ts';
import { ControlError, fileResponse, jsonResponse, pageResponse, refuseOtherOrigins } from './responses.ts';
import { invitationMaker } from './invitations.ts';
import { logPage } from './pages/log-page.ts';
import { operator } from './operator.ts';
import { packsOf } from './packs.ts';
import { overviewPage } from './pages/overview.ts';
import { queueDepths } from './queues.ts';
import { sessionRows } from './sessions.ts';
import { tablePage } from './pages/table-page.ts';
import { tableReader } from './tables.ts';

export type ControlOptions = Pick<
  Cloud,
  | 'resources'
  | 'clock'
  | 'functions'
  | 'scheduler'
  | 'aws'
  | 'accounts'
  | 'channels'
  | 'listing'
  | 'model'
  | 'google'
  | 'stacks'
>;

const SignIn = z.strictObject({ name: z.string().trim().min(1).max(60) });
const Operation = z.strictObject({ act: z.enum(operatorCommands), username: z.string() });
const PackedPeople = z.strictObject({ username: z.string().optional() });
const Listing = z.strictObject({ mode: z.enum(listingModes) });
const Model = z.union([
  z.strictObject({ mode: z.enum(modelModes) }),
  z.strictObject({ quirk: z.string() }).transform(({ quirk }, context) => {
    const found = providerQuirks.find(({ name }) => name === quirk);
    if (found) return { quirk: found };
    context.addIssue(`must be one of: ${providerQuirks.map(({ name }) => name).join('; ')}`);
    return z.NEVER;
  }),
]);
const Stacks = z.strictObject({ mode: z.enum(stackModes) });
const PlayersNow = z.strictObject({ stackName: z.string(), count: z.int().min(0).max(30) });
const Player = z.strictObject({ stackName: z.string(), name: z.string().min(1).max(40) });
const tenYears = 315_360_000_000;
const Advance = z.strictObject({ advanceMs: z.int().min(0).max(tenYears) });

/** Serves `/_local`, where people and tests control the local site and look into it. */
export function createControl(cloud: ControlOptions): RequestListener {
  const { resources, clock, functions, scheduler, accounts, channels, listing, model, google, stacks } = cloud;
  const invite = invitationMaker(cloud);
  const signIn = sessionRows(cloud);
  const operate = operator(cloud);
  const packs = packsOf(cloud);
  const tables = tableReader(cloud);
  const depths = queueDepths(cloud);
  // CDK's own function is in Python and not hosted.
  const hosted = resources.filter(
    ({ type, properties: { Runtime } }) =>
      type === 'AWS::Lambda::Function' && typeof Runtime === 'string' && Runtime.startsWith('nodejs'),
  );

  const listingState = () => {
    if (!listing)
      throw new ControlError(404, 'notFound', 'There is no built-in listing site: LISTING_ORIGIN names another one.');
    return { mode: listing.mode, origin: listing.origin, origins: listing.origins };
  };

  const modelState = () => {
    if (!model)
      throw new ControlError(
        404,
        'notFound',
        'There is no built-in model: OPENAI_API_KEY or OPENAI_BASE_URL names another one.',
      );
    return { mode: model.mode, origin: model.origin, count: model.count };
  };
  const stackState = () => ({
    mode: stacks.cloudFormation.mode,
    calls: stacks.cloudFormation.calls(),
    players: stacks.cloudFormation
      .running()
      .map(({ stackName }) => ({ stackName, count: stacks.players.count(stackName) })),
    worlds: stacks.names.map((stackName) => ({ stackName, source: stacks.worldSourceOf(stackName) })),
    warnings: stacks.players.warnings(),
    reportsAsked: stacks.players.reportsAsked(),
    executions: stacks.executions().map(({ name, status, transitions }) => ({ name, status, transitions })),
  });

  const state = async () => ({
    now: clock.now(),
    mails: accounts.mails.slice(-mailsShown).toReversed(),
    authenticators: accounts.authenticators().map((username) => ({ username, code: accounts.totp(username) ?? '' })),
    channels: channels.messages().slice(-mailsShown).toReversed(),
    listing: listing ? listingState() : null,
    model: model ? modelState() : null,
    google: google?.accounts() ?? null,
    stackMode: stacks.cloudFormation.mode,
    servers: stackState().players,
    schedules: scheduler.names,
    queues: await depths(),
    throttles: functions.throttles(),
    tables: tables.names,
    functions: hosted.map(({ logicalId }) => logicalId).filter((id) => outputOf(id).length > 0),
  });

  function outputOf(logicalId: string) {
    const found = hosted.find((each) => each.logicalId === logicalId);
    if (!found) throw new ControlError(404, 'notFound', `There is no function ${logicalId}.`);
    return functions.output(found.attributes['Arn'] ?? '');
  }

  const routes: Record<string, (request: HttpRequest, rest: string) => Promise<HttpResponse> | HttpResponse> = {
    'GET /_local': async () => pageResponse(overviewPage(await state())),
    'GET /_local/state': async () => jsonResponse(await state()),
    'GET /_local/page.css': () => fileResponse('page.css', 'text/css'),
    'GET /_local/page.js': () => fileResponse('page.js', 'text/javascript'),
    'GET /_local/listing': () => jsonResponse(listingState()),
    'GET /_local/tables': () => jsonResponse(tables.names),
    'GET /_local/tables/*': async (request, name) => {
      const page = await tables.page(name, new URLSearchParams(request.query).get('after'));
      return wantsHtml(request) ? pageResponse(tablePage(name, page)) : jsonResponse(page);
    },
    'GET /_local/functions/*': (request, logicalId) =>
      wantsHtml(request) ? pageResponse(logPage(logicalId, outputOf(logicalId))) : jsonResponse(outputOf(logicalId)),
    'POST /_local/sessions': async (request) => {
      const { cookie, setCookies, userId } = await signIn(bodyOf(request, SignIn).name);
      return jsonResponse(
        { cookie, userId },
        setCookies.map((value) => ['set-cookie', value]),
      );
    },
    'GET /_local/mail': () => jsonResponse(accounts.mails),
    'POST /_local/invitations': async () => jsonResponse(await invite()),
    'POST /_local/operator': async (request) => {
      const { act, username } = bodyOf(request, Operation);
      return jsonResponse(await operate(act, username));
    },
    'POST /_local/packs/people': async (request) => jsonResponse(await packs.people(bodyOf(request, PackedPeople))),
    'POST /_local/packs': async (request) => jsonResponse(await packs.rebuild(bodyOf(request, RebuildPacks))),
    'GET /_local/totp': (request) => {
      const username = new URLSearchParams(request.query).get('username') ?? '';
      const code = accounts.totp(username.trim().toLowerCase());
      if (code === undefined) throw new ControlError(404, 'notFound', `${username} has no authenticator.`);
      return jsonResponse({ code });
    },
    'POST /_local/listing': (request) => {
      const { mode } = bodyOf(request, Listing);
      listingState();
      listing?.setMode(mode);
      return jsonResponse(listingState());
    },
    'GET /_local/google': () => {
      if (!google)
        throw new ControlError(404, 'notFound', 'There is no built-in Google: GOOGLE_CLIENT_ID names a real client.');
      return jsonResponse(google.accounts());
    },
    'GET /_local/model': () => jsonResponse({ ...modelState(), calls: [...(model?.calls() ?? [])] }),
    'POST /_local/model': (request) => {
      const wanted = bodyOf(request, Model);
      modelState();
      if ('mode' in wanted) model?.setMode(wanted.mode);
      else model?.setQuirk(wanted.quirk);
      return jsonResponse(modelState());
    },
    'GET /_local/stacks': () => jsonResponse(stackState()),
    'POST /_local/stacks': (request) => {
      stacks.cloudFormation.setMode(bodyOf(request, Stacks).mode);
      return jsonResponse(stackState());
    },
    'POST /_local/players': (request) => {
      const { stackName, count } = bodyOf(request, PlayersNow);
      if (!stacks.names.includes(stackName)) throw new ControlError(404, 'notFound', `There is no stack ${stackName}.`);
      stacks.players.setCount(stackName, count);
      return jsonResponse(stackState());
    },
    'POST /_local/players/join': (request) => {
      const { stackName, name } = bodyOf(request, Player);
      const result = stacks.join(stackName, name);
      if (!result) throw new ControlError(409, 'conflict', `${stackName} is not running.`);
      return jsonResponse(result);
    },
    'POST /_local/clock': (request) => {
      clock.advance(bodyOf(request, Advance).advanceMs);
      return jsonResponse({ now: clock.now() });
    },
    'GET /_local/channels': () => jsonResponse(channels.messages()),
    'POST /_local/schedule/refresh': async () => {
      await runSchedule('LJMonitor');
      return jsonResponse({});
    },
    'POST /_local/schedule/news': async () => {
      await runSchedule('Notify');
      return jsonResponse({});
    },
  };

  async function runSchedule(domain: string) {
    const name = scheduler.names.find((each) => each.startsWith(domain));
    if (name === undefined) throw new ControlError(404, 'notFound', 'There is no such schedule.');
    await scheduler.runNow(name);
  }

  async function respond(request: HttpRequest): Promise<HttpResponse> {
    refuseOtherOrigins(request);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const path = request.path.replace(/\/$/, '');
    const exact = routes[`${method} ${path}`];
    if (exact) return exact(request, '');
    const [, parent = '', rest = ''] = /^(\/_local\/\w+\/)([\w.-]+)$/.exec(path) ?? [];
    const nested = rest === '' ? undefined : routes[`${method} ${parent}*`];
    if (!nested) throw new ControlError(404, 'notFound', 'There is no such page.');
    return nested(request, rest);
  }

  return (incoming, response) => {
    readRequest(incoming, maxBodyBytes)
      .then(async (request) => writeResponse(response, await respond(request).catch(errorResponse), request.method))
      .catch(() => response.destroy());
  };
}

const maxBodyBytes = 65_536;
const mailsShown = 10;

const wantsHtml = ({ headers }: HttpRequest) => valueOf(headers, 'accept')?.includes('text/html') === true;

function bodyOf<Schema extends z.ZodType>({ headers, body }: HttpRequest, schema: Schema): z.output<Schema> {
  if (!valueOf(headers, 'content-type')?.startsWith('application/json'))
    throw new ControlError(400, 'invalid', 'The body must be application/json.');
  if (body.length > maxBodyBytes) throw new ControlError(413, 'tooLarge', 'The body is too long.');
  const parsed = schema.safeParse(json(body.toString()));
  if (!parsed.success) throw new ControlError(400, 'invalid', z.prettifyError(parsed.error));
  return parsed.data;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ControlError(400, 'invalid', 'The body is not JSON.');
  }
}

/** Only people at this machine see the message, so it has every detail. */
function errorResponse(error: unknown): HttpResponse {
  if (error instanceof ControlError)
    return jsonResponse({ errorCode: error.errorCode, message: error.message }, [], error.status);
  return jsonResponse({ errorCode: 'internal', message: String(error) }, [], 500);
}
