import * as z from 'zod';
import { httpEnv as anyHttpEnv } from '../lib/http.ts';
import { sessionEnv } from '../lib/session.ts';

export const httpEnv = { ...anyHttpEnv, ...sessionEnv, VERSION: z.string() };
