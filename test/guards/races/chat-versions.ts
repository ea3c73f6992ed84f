import { shownAs } from 'lambdas/chat/versions';
import type { Race } from '../../support/races.ts';
import { asked, askedOnceMore, nowOf, standing, written } from './chat.ts';

export const versionRaces: Race[] = [
  {
    name: 'an answer is asked for again while another version of it is shown',
    async run(course) {
      const store = await asked(course);
      await written(store);
      await askedOnceMore(store);
      await written(store, 'A drink.', 2);
      const before = await nowOf(store);
      const former = await store.findVersion(before.sessionMessageId, 1);
      const told = [former && (await store.putRevision(shownAs({ question: undefined, answer: before }, former)))];
      return [...told, await askedOnceMore(store, before), await standing(store)];
    },
    ends: [true, 'changed', "DONE 3 'A plant.' 1000 0"],
  },
  {
    name: 'a version is shown of an answer that was just asked for again',
    async run(course) {
      const store = await asked(course);
      await written(store);
      const before = await nowOf(store);
      await askedOnceMore(store);
      return [
        await store.putRevision(
          shownAs({ question: undefined, answer: before }, { answer: { ...before, text: 'Late' }, question: null }),
        ),
        await standing(store),
      ];
    },
    ends: [false, "PENDING 2 'A plant.' 1000 0"],
  },
];
