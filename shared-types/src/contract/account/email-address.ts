import * as z from 'zod';

export const EmailAddress = z
  .string()
  .max(254)
  .regex(/^[\w.+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){1,5}$/, 'must be an email address');
