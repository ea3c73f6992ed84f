import type { House } from 'shared-types/contract/ljmonitor';
import type { Relisting } from 'shared-types/contract/monitor/relistings';
import { maxHousesOfQuery } from 'shared-types/rules/limits';
import { call } from '../../../api/call.ts';

/** Rows appear one after the other while a person scrolls, and each call compares all houses of their communities. */
const gatherMs = 300;

export type HouseOfLinks = Pick<House, 'houseId' | 'resblockId'>;

interface Question {
  houses: Set<HouseOfLinks>;
  answer: Promise<Relisting[]>;
}

/** The question that has not been sent yet. */
let next: Question | undefined;

/**
 * Loads the links of a house. Rows that ask within a moment get the links of all of them, by one call, except those that are
 * gone until then.
 */
export function loadLinks(house: HouseOfLinks, gone: AbortSignal): Promise<Relisting[]> {
  if (!next || next.houses.size === maxHousesOfQuery) next = ask();
  const { houses, answer } = next;
  houses.add(house);
  gone.addEventListener('abort', () => houses.delete(house), { once: true });
  return answer;
}

function ask(): Question {
  const houses = new Set<HouseOfLinks>();
  const question: Question = {
    houses,
    answer: new Promise<void>((resolve) => setTimeout(resolve, gatherMs)).then(() => {
      if (next === question) next = undefined;
      if (houses.size === 0) return [];
      const houseIds = Array.from(houses, ({ houseId }) => houseId);
      const resblockIds = [...new Set(Array.from(houses, ({ resblockId }) => resblockId))];
      return call('GET /api/ljmonitor/relistings', { query: { houseIds, resblockIds } });
    }),
  };
  return question;
}
