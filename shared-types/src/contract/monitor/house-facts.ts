import * as z from 'zod';
import { directions, floorLevels } from '../../rules/monitor/house-facts.ts';

/** The parts of a house's description as fields of their own (rules/monitor/house-facts.ts). */
export const HouseFacts = z.object({
  rooms: z.int().nonnegative().optional(),
  halls: z.int().nonnegative().optional(),
  area: z.number().positive().optional(),
  facing: z.array(z.enum(directions)).optional(),
  floor: z.enum(floorLevels).optional(),
  floors: z.int().positive().optional(),
  year: z.int().positive().optional(),
});
