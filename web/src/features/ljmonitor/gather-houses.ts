import { maxHousesOfQuery } from 'shared-types/rules/limits';

/** Rows appear one after the other while a person scrolls, and each call is about all of them. */
const gatherMs = 300;

interface Question<House, Answer> {
  houses: Set<House>;
  answer: Promise<Answer>;
}

/**
 * Returns a function that asks for something about a house. Rows that ask within a moment get the answer about all of them, by one
 * call of `load`, except those that are gone until then.
 */
export function gatherHouses<House, Answer>(load: (houses: readonly House[]) => Answer | Promise<Answer>) {
  /** The question that has not been sent yet. */
  let next: Question<House, Answer> | undefined;
  const ask = () => {
    const houses = new Set<House>();
    const question: Question<House, Answer> = {
      houses,
      answer: new Promise<void>((resolve) => setTimeout(resolve, gatherMs)).then(() => {
        if (next === question) next = undefined;
        return load([...houses]);
      }),
    };
    return question;
  };
  return (house: House, gone: AbortSignal): Promise<Answer> => {
    if (!next || next.houses.size === maxHousesOfQuery) next = ask();
    const { houses, answer } = next;
    houses.add(house);
    gone.addEventListener('abort', () => houses.delete(house), { once: true });
    return answer;
  };
}
