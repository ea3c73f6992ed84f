import type { fileApi } from 'shared-types/contract/chat/files';
import type { Routes } from '../../platform/http/http-handler.ts';
import type { FileBucket, Surroundings, UploadBucket } from '../ports.ts';
import type { MessageStore } from './message-store.ts';

export interface FilePorts extends Pick<Surroundings, 'newId'> {
  store: Pick<MessageStore, 'getMessage'>;
  uploads: Pick<UploadBucket, 'formFor'>;
  files: Pick<FileBucket, 'addressOf'>;
}

export function fileRoutes({ store, uploads, files, newId }: FilePorts): Routes<typeof fileApi> {
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
