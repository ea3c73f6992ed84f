import type { Relisting } from 'shared-types/contract/monitor/relistings';
import { maxHousesOfLinks } from 'shared-types/rules/limits';
import { call } from '../../../api/call.ts';

/** Rows appear one after the other while a person scrolls. */
const gatherMs = 50;

interface Question {
  houseIds: string[];
  answer: Promise<Relisting[]>;
}

/** The question that has not been sent yet. */
let next: Question | undefined;

/** Loads the links of a house. Rows that ask within a moment get the links of all of them, by one call. */
export function loadLinks(houseId: string): Promise<Relisting[]> {
  if (!next || next.houseIds.length === maxHousesOfLinks) next = ask();
  next.houseIds.push(houseId);
  return next.answer;
}

function ask(): Question {
  const houseIds: string[] = [];
  const question: Question = {
    houseIds,
    answer: new Promise<void>((resolve) => setTimeout(resolve, gatherMs)).then(() => {
      if (next === question) next = undefined;
      return call('GET /api/ljmonitor/relistings', { query: { houseIds } });
    }),
  };
  return question;
}
