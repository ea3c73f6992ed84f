import { countFiles, type ImportedConversation, type importApi } from 'shared-types/contract/chat/import';
import { withFileNames } from 'shared-types/rules/chat/files';
import type { Routes } from '../../platform/http/http-handler.ts';
import { findInitialSettings, type SettingsPorts } from '../conversations/initial-settings.ts';
import { keepImportedFiles, type KeepPorts } from '../files/keep-files.ts';
import type { Message } from '../messages/message.ts';
import type { Surroundings } from '../ports.ts';
import { importedIds, importOf } from './import.ts';
import type { ImportStore } from './import-store.ts';

export type ImportPorts = SettingsPorts & KeepPorts & Pick<Surroundings, 'newId'> & { store: ImportStore };

export function importRoutes(ports: ImportPorts): Routes<typeof importApi> {
  const { store, now } = ports;
  return {
    async importConversations({ body: { conversations }, user: { userId } }) {
      const initial = await findInitialSettings(ports, userId);
      const counts = { added: 0, known: 0 };
      const others = { ofOtherBranches: 0, ofDeleted: 0, refusedFiles: 0, unusedFiles: 0 };
      for (const each of conversations) {
        const part = importOf(userId, each, initial, now());
        const kept = await keepFilesOf(ports, each, part.messages);
        const added = await store.saveImport(part.conversation, kept.messages, part);
        if (added === 'otherBranch') others.ofOtherBranches += part.messages.length;
        else if (added === 'deleted') others.ofDeleted += part.messages.length;
        else {
          counts.added += added;
          counts.known += part.messages.length - added;
          others.refusedFiles += kept.refused;
        }
        if (typeof added === 'string') others.unusedFiles += countFiles([each]);
      }
      return { ...counts, ...Object.fromEntries(Object.entries(others).filter(([, count]) => count > 0)) };
    },

    async findImported({ body, user: { userId } }) {
      const asked = body.messages.map(({ exportId, place, id }) => {
        const { conversationId, messageIdAt } = importedIds(userId, exportId);
        return { conversationId, sessionMessageId: messageIdAt(place), importId: id };
      });
      const [stored, hidden] = await Promise.all([
        store.findStored(asked.map(({ sessionMessageId }) => sessionMessageId)),
        store.findHidden(userId, new Set(asked.map(({ conversationId }) => conversationId))),
      ]);
      return {
        messages: asked.map(({ conversationId, sessionMessageId, importId }) => {
          const found = stored.get(sessionMessageId);
          const isStored = found?.importId === importId && !hidden.has(conversationId);
          return { isStored, files: found?.files ?? 0 };
        }),
      };
    },
  };
}

/**
 * Returns the messages with their files. A message that is there stays as it is, so nothing is copied for it. The copies for a
 * message that another call saves first are deleted by their check, because only it knows what is named in the end.
 */
async function keepFilesOf(ports: ImportPorts, { messages: sent }: ImportedConversation, messages: readonly Message[]) {
  const filesAt = (index: number) => sent[index]?.files ?? [];
  const stored = await ports.store.findStored(
    messages.filter((_, index) => filesAt(index).length > 0).map(({ sessionMessageId }) => sessionMessageId),
  );
  const folder = ports.newId();
  let refused = 0;
  const kept = await Promise.all(
    messages.map(async (message, index) => {
      const named = filesAt(index);
      if (named.length === 0 || stored.has(message.sessionMessageId)) return message;
      const files = await keepImportedFiles(ports, { ...message, folder }, named);
      const lost = named.filter(({ fileId }) => !files.some((file) => file.fileId === fileId));
      refused += lost.length;
      const text = withFileNames(
        message.text,
        lost.map(({ name }) => name),
      );
      return { ...message, text, files: files.length > 0 ? files : null };
    }),
  );
  return { messages: kept, refused };
}
