import { AppError } from 'lambdas/platform/app-error';
import { chatApi } from 'shared-types/contract/chat';
import type { FileType } from 'shared-types/rules/chat/files';
import type { ChatUser } from '../../../../lambdas/chat/support/chat-environment.ts';

export interface Site {
  /** Runs before each import, with its number. */
  beforeImport?: (nth: number) => void | Promise<void>;
  /** Returns whether the bucket takes the upload with this number. */
  takes?: (nth: number) => boolean;
}

/** Calls of the page reach the routes of the person, and its forms and files their buckets. Returns the calls. */
export function connect(user: ChatUser, { beforeImport = () => {}, takes = () => true }: Site = {}) {
  const { routes, nothing, buckets } = user;
  const types = new Map<string, FileType>();
  const made: string[] = [];
  const count = (path: string) => made.filter((each) => each === path).length;

  async function answer({ pathname: path, searchParams }: URL, body: unknown): Promise<unknown> {
    const query: unknown = Object.fromEntries(searchParams);
    switch (path) {
      case '/api/chat/session/list':
        return routes.listSessions({ ...nothing, query: chatApi.listSessions.query.parse(query) });
      case '/api/chat/session/message/list':
        return routes.listMessages({ ...nothing, query: chatApi.listMessages.query.parse(query) });
      case '/api/chat/personas':
        return routes.listPersonas(nothing);
      case '/api/chat/versions':
        return routes.listVersions({ ...nothing, query: chatApi.listVersions.query.parse(query) });
      case '/api/chat/find_imported':
        return routes.findImported({ ...nothing, body: chatApi.findImported.body.parse(body) });
      case '/api/chat/import':
        await beforeImport(count(path));
        return routes.importConversations({ ...nothing, body: chatApi.importConversations.body.parse(body) });
      case '/api/chat/file/upload': {
        const input = chatApi.requestUpload.body.parse(body);
        const given = await routes.requestUpload({ ...nothing, body: input });
        types.set(given.fileId, input.type);
        return given;
      }
      default: {
        const [, personaId] = /^\/api\/chat\/personas\/([^/]+)$/.exec(path) ?? [];
        if (personaId !== undefined)
          return routes.savePersona({ ...nothing, params: { personaId }, body: chatApi.savePersona.body.parse(body) });
        const [, sessionId] = /^\/api\/chat\/session\/([^/]+)$/.exec(path) ?? [];
        if (sessionId !== undefined) return routes.getSession({ ...nothing, params: { sessionId } });
        const [, sessionMessageId = ''] = /^\/api\/chat\/session\/message\/([^/]+)\/files$/.exec(path) ?? [];
        return routes.listFileAddresses({ ...nothing, params: { sessionMessageId } });
      }
    }
  }

  const fetch = async (address: string, { body = 'null' }: { body?: string } = {}) => {
    const url = new URL(address, 'https://home.test');
    if (url.hostname === 'files.example')
      return new Response(new Uint8Array(buckets.kept.get(url.pathname.slice(1)) ?? []));
    made.push(url.pathname);
    try {
      const json = await answer(url, JSON.parse(body));
      return { ok: true, status: 200, headers: new Map(), json: () => Promise.resolve(json) };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid') throw error;
      return { ok: false, status: 400, headers: new Map(), json: () => Promise.resolve({ errorCode: error.code }) };
    }
  };

  class XMLHttpRequest extends EventTarget {
    readonly upload = new EventTarget();
    status = 204;
    open() {}
    async send(form: FormData) {
      const [key, file] = [form.get('key'), form.get('file')];
      if (!(file instanceof Blob) || typeof key !== 'string') throw new Error('no file');
      made.push('form');
      const type = types.get(key.split('/')[1] ?? '');
      if (takes(count('form')) && type) {
        buckets.uploaded.set(key, { type, content: Buffer.from(await file.arrayBuffer()) });
        this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: file.size / 2, total: file.size }));
      } else this.status = 403;
      this.dispatchEvent(new Event('load'));
    }
  }
  Object.assign(globalThis, { fetch, XMLHttpRequest });
  return { made, uploads: () => count('form') };
}
