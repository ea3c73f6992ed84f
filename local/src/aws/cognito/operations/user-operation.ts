import * as z from 'zod';
import { inputOf, type Operation, refuseOtherClient, refuseWrongHash, type World } from '../pool-context.ts';

/** As the service's own documentation has it. */
const namePattern = /^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u;

const Named = {
  ClientId: z.string(),
  SecretHash: z.string().optional(),
  Username: z
    .string()
    .min(1)
    .max(128)
    .regex(namePattern, String.raw`Member must satisfy regular expression pattern: [\p{L}\p{M}\p{S}\p{N}\p{P}]+`),
};

export const ConfirmationCode = z.string().min(1).max(2048).regex(/^\S+$/);
export const Password = z.string().max(256);

/** An operation on a name, by anybody who knows the client's secret. */
export const named =
  <Shape extends z.ZodRawShape>(
    shape: Shape,
    work: (world: World, username: string, input: z.output<z.ZodObject<Shape>>) => object | Promise<object>,
  ): Operation =>
  (world, given) => {
    const { ClientId, SecretHash, Username } = inputOf(z.object(Named), given);
    inputOf(z.strictObject(Named).extend(shape), given);
    refuseOtherClient(world, ClientId);
    refuseWrongHash(world, Username, SecretHash);
    return work(world, Username, inputOf(z.object(shape), given));
  };
