import type { House } from 'shared-types/contract/ljmonitor';
import type { SoldHouses } from 'shared-types/contract/monitor/sold';
import { type Fate, fateOf, type Sale } from 'shared-types/rules/monitor/sold';

/** Says how an offer ended. */
export interface EndOfOffer {
  fate: Fate;
  sale: Sale | undefined;
}

/** Returns how the offer of a house ended, as far as it is known; undefined for a house on offer. */
export function endOfOffer(house: House, sold: SoldHouses | undefined): EndOfOffer | undefined {
  const sale = sold?.sales.find(({ houseId }) => houseId === house.houseId);
  const fate = fateOf(house, sale, sold?.readings ?? []);
  return fate && { fate, sale };
}
