import type { personaApi } from 'shared-types/contract/chat/personas';
import type { Routes } from '../../platform/http/http-handler.ts';
import { rejectUnknownModel } from '../conversations/conversation.ts';
import type { ChatPorts } from '../ports.ts';
import { byName, rejectOneTooMany } from './persona.ts';

export function personaRoutes({ store, settings }: ChatPorts): Routes<typeof personaApi> {
  return {
    async listPersonas({ user: { userId } }) {
      return (await store.listPersonas(userId)).toSorted(byName);
    },

    async savePersona({ params: { personaId }, body, user: { userId } }) {
      rejectUnknownModel(body.modelCode ?? null, settings.catalogue.models);
      rejectOneTooMany(await store.listPersonas(userId), personaId);
      const persona = { personaId, ...body };
      await store.savePersona(userId, persona);
      return persona;
    },

    async removePersona({ params: { personaId }, user: { userId } }) {
      await store.removePersona(userId, personaId);
      return {};
    },
  };
}
