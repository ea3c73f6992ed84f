import type { stackLinkApi } from 'shared-types/contract/stack/links';
import { linkTerms } from 'shared-types/rules/stack/start-link';
import { AppError } from '../../platform/app-error.ts';
import { networkOf } from '../../platform/audit/network.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import type { RequestHeaders } from '../../platform/http/reply.ts';
import { outdatedSince } from '../describe.ts';
import { findConfiguredStack } from '../stack-list.ts';
import type { ConfiguredStack } from '../stack-list-store.ts';
import { beginAction, type BeginPorts } from '../workflow/begin-action.ts';
import { readShownState, readState } from '../workflow/read-state.ts';
import {
  actorOf,
  asLinkedServer,
  asStartLink,
  isOpen,
  startIntervalMs,
  type StoredStartLink,
  tryWindowMs,
} from './start-link.ts';
import type { StartLinkStore } from './start-link-store.ts';

export type LinkPorts = BeginPorts & {
  store: StartLinkStore;
  /** 256 random bits. */
  newToken: () => string;
};

interface LinkCall {
  body: { stackName: string; secret: string };
  request: RequestHeaders;
}

/** Returns the calls about start links: those of the owner, and those of visitors who have one. */
export function linkRoutes(ports: LinkPorts): Routes<typeof stackLinkApi> {
  const { store, now } = ports;

  /**
   * Finds the open link of a call, and its stack. Each call counts against its network before it is looked up, so that a
   * thousand guesses at once get no further than twenty in a row.
   */
  async function checked({ body: { stackName, secret }, request }: LinkCall) {
    const network = networkOf(request.header('x-viewer-address') ?? '');
    const atMs = now().getTime();
    if (!(await store.takeLinkTry(network, atMs)))
      throw new AppError('tooMany', 'Too many invalid links. Try again in ten minutes.', {
        retryAfterSeconds: Math.ceil((tryWindowMs - (atMs % tryWindowMs)) / 1000),
      });
    const stack = (await ports.configured()).find(({ name }) => name === stackName);
    const link = stack && (await store.findStartLink(stackName, secret));
    if (!link || !isOpen(link, now())) throw linkRefused();
    await store.refundLinkTry(network, atMs);
    return { stack, link };
  }

  async function look({ game }: ConfiguredStack, link: StoredStartLink) {
    const { state, snapshot, outdatedSinceMs } = await readShownState(ports, link.stackName, { maxActions: 1 });
    return { ...asLinkedServer(link, game, state, snapshot.stack, now()), ...outdatedSince(outdatedSinceMs) };
  }

  async function start(stack: ConfiguredStack, link: StoredStartLink) {
    const atMs = now().getTime();
    if (!(await store.claimStart(link, atMs))) throw await notClaimed(link);
    try {
      await beginAction(ports, stack, { action: 'START', by: actorOf(link), userId: link.createdBy });
    } catch (error) {
      await store.releaseStart(link, atMs);
      throw withoutNames(error);
    }
  }

  async function notClaimed({ stackName, linkRef }: StoredStartLink) {
    const link = (await store.listStartLinks(stackName)).find((each) => each.linkRef === linkRef);
    if (!link || !isOpen(link, now())) return linkRefused();
    const leftMs = (link.startedAtMs ?? 0) + startIntervalMs - now().getTime();
    return new AppError('tooMany', 'This link has just started the server. Try again in ten minutes.', {
      retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
    });
  }

  return {
    async listStartLinks({ params: { stackName } }) {
      await findConfiguredStack(ports, stackName);
      return { data: (await store.listStartLinks(stackName)).map((link) => asStartLink(link, now())) };
    },

    async createStartLink({ params: { stackName }, body: { note, validFor }, user }) {
      await findConfiguredStack(ports, stackName);
      const createdAtMs = now().getTime();
      const secret = ports.newToken();
      const link = await store.putStartLink(secret, {
        stackName,
        note: note.trim(),
        createdBy: user.userId,
        createdAtMs,
        expiresAtMs: createdAtMs + linkTerms[validFor],
      });
      return { secret, link: asStartLink(link, now()) };
    },

    async revokeStartLink({ params: { stackName, linkRef } }) {
      await findConfiguredStack(ports, stackName);
      if (!(await store.revokeStartLink(stackName, linkRef, now().getTime())))
        throw new AppError('notFound', 'This link no longer exists.');
      return {};
    },

    async lookByLink(call) {
      const { stack, link } = await checked(call);
      return { data: await look(stack, link) };
    },

    async startByLink(call) {
      const { stack, link } = await checked(call);
      call.request.audit({ subject: link.note === '' ? link.stackName : `${link.stackName} (${link.note})` });
      const { state, snapshot } = await readState(ports, link.stackName, 1);
      const server = asLinkedServer(link, stack.game, state, snapshot.stack, now());
      if (server.state === 'up' || server.state === 'starting') {
        call.request.audit({ isNothing: true });
        return { data: server };
      }
      if (server.state === 'stopping') throw stopping();
      await start(stack, link);
      return { data: await look(stack, link) };
    },
  };
}

const linkRefused = () =>
  new AppError('forbidden', 'This link does not work. Ask the person who gave it to you for another.');

const stopping = () => new AppError('conflict', 'The server is shutting down. Try again in a few minutes.');

/** The refusals of a start name people and other servers, which a visitor is not told. */
function withoutNames(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { code, message, detail } = error;
  const retryAfterSeconds = detail.retryAfterSeconds ?? 60;
  if (code === 'conflict') return stopping();
  if (code === 'tooMany')
    return new AppError(
      'tooMany',
      'The site has reached a limit, so the server cannot start right now. Ask the person who gave you the link.',
      {
        retryAfterSeconds,
      },
    );
  return new AppError(code, message, { retryAfterSeconds });
}
