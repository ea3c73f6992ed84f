import type { House } from 'shared-types/contract/ljmonitor';
import type { Relisting } from 'shared-types/contract/monitor/relistings';
import { maxHousesOfLinks } from 'shared-types/rules/limits';
import { call } from '../../../api/call.ts';

/** Rows appear one after the other while a person scrolls, and each call compares all houses of their communities. */
const gatherMs = 300;

export type HouseOfLinks = Pick<House, 'houseId' | 'resblockId'>;

interface Question {
  houseIds: string[];
  resblockIds: Set<string>;
  answer: Promise<Relisting[]>;
}

/** The question that has not been sent yet. */
let next: Question | undefined;

/** Loads the links of a house. Rows that ask within a moment get the links of all of them, by one call. */
export function loadLinks({ houseId, resblockId }: HouseOfLinks): Promise<Relisting[]> {
  if (!next || next.houseIds.length === maxHousesOfLinks) next = ask();
  next.houseIds.push(houseId);
  next.resblockIds.add(resblockId);
  return next.answer;
}

function ask(): Question {
  const houseIds: string[] = [];
  const resblockIds = new Set<string>();
  const question: Question = {
    houseIds,
    resblockIds,
    answer: new Promise<void>((resolve) => setTimeout(resolve, gatherMs)).then(() => {
      if (next === question) next = undefined;
      return call('GET /api/ljmonitor/relistings', { query: { houseIds, resblockIds: [...resblockIds] } });
    }),
  };
  return question;
}
