import type { fileApi } from 'shared-types/contract/chat/files';
import type { Routes } from '../../platform/http/http-handler.ts';
import type { ChatPorts } from '../ports.ts';

export function fileRoutes({ store, uploads, files, newId }: ChatPorts): Routes<typeof fileApi> {
  return {
    async requestUpload({ body, user: { userId } }) {
      const fileId = newId();
      return { fileId, form: await uploads.formFor(userId, fileId, body) };
    },

    async listFileAddresses({ params: { sessionMessageId }, user: { userId } }) {
      const message = await store.getMessage(userId, sessionMessageId);
      return Promise.all(
        (message.files ?? []).map(async (file) => ({ fileId: file.fileId, url: await files.addressOf(file) })),
      );
    },
  };
}
