import * as z from 'zod';
import { anyHttpEnv } from '../lib/env.ts';

export const httpEnv = { ...anyHttpEnv, VERSION: z.string() };
