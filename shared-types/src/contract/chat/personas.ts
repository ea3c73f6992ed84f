import * as z from 'zod';
import { maxMemorySize, maxPersonaNameLength, maxSystemPromptLength } from '../../rules/limits.ts';
import { endpoint, nothing } from '../endpoint.ts';
import { ReasoningEffort } from '../model.ts';

/** DynamoDB and the provider refuse half of a surrogate pair. */
const textOf = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => text.isWellFormed(), { message: 'must be well-formed Unicode' });

/** The browser chooses the id, so that a persona that is sent twice is saved once. */
export const PersonaId = z.uuidv4();

const fields = {
  name: textOf(maxPersonaNameLength).refine((name) => name.trim() !== '', { message: 'must not be blank' }),
  systemPrompt: textOf(maxSystemPromptLength),
  /** A field that is left out is as in any new conversation. */
  modelCode: z.string().min(1).max(100).optional(),
  memorySize: z.int().min(1).max(maxMemorySize).optional(),
  effort: ReasoningEffort.optional(),
};

/** A new conversation can begin with it. */
export const Persona = z.object({ personaId: PersonaId, ...fields });
export type Persona = z.infer<typeof Persona>;

export const personaApi = {
  /** Sorted by name. */
  listPersonas: endpoint('GET /api/chat/personas', { response: z.array(Persona) }),
  savePersona: endpoint('PUT /api/chat/personas/{personaId}', {
    params: { personaId: PersonaId },
    body: z.strictObject(fields),
    response: Persona,
  }),
  removePersona: endpoint('DELETE /api/chat/personas/{personaId}', {
    params: { personaId: PersonaId },
    response: nothing,
  }),
};
