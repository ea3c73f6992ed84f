import * as z from 'zod';

/** A time zone by any of its IANA names. Browsers report older names as well, such as Asia/Calcutta. */
export const TimeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z]/, 'must be the name of a time zone')
  .refine(isTimeZone, 'is not a time zone that this site knows');

/** Intl throws for a name that it does not know. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
