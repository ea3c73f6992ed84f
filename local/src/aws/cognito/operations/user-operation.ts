import * as z from 'zod';
import { inputOf, type Operation, refuseOtherClient, refuseWrongHash, type PoolContext } from '../pool-context.ts';

/** Source: the API reference of Cognito. */
const namePattern = /^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u;

const UserInput = {
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

/** Returns an operation on a username. The caller proves that it knows the client's secret. */
export const userOperation =
  <Shape extends z.ZodRawShape>(
    shape: Shape,
    work: (context: PoolContext, username: string, input: z.output<z.ZodObject<Shape>>) => object | Promise<object>,
  ): Operation =>
  (context, given) => {
    const { ClientId, SecretHash, Username } = inputOf(z.object(UserInput), given);
    inputOf(z.strictObject(UserInput).extend(shape), given);
    refuseOtherClient(context, ClientId);
    refuseWrongHash(context, Username, SecretHash);
    return work(context, Username, inputOf(z.object(shape), given));
  };
