import type { personaApi } from 'shared-types/contract/chat/personas';
import type { Routes } from '../../platform/http/http-handler.ts';
import { rejectUnknownModel } from '../conversations/conversation.ts';
import type { Catalogue } from '../models/catalogue.ts';
import { byName, rejectOneTooMany } from './persona.ts';
import type { PersonaStore } from './persona-store.ts';

export interface PersonaPorts {
  store: Pick<PersonaStore, 'listPersonas' | 'savePersona' | 'removePersona'>;
  settings: { catalogue: Pick<Catalogue, 'models'> };
}

export function personaRoutes({ store, settings }: PersonaPorts): Routes<typeof personaApi> {
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
