import type { HttpPorts } from 'lambdas/ljmonitor/routes';
import { ljmonitorRoutes } from 'lambdas/ljmonitor/routes';
import { minuteMs } from 'shared-types/rules/time';
import { ann, bob, nothing } from '../../unit/lambdas/ljmonitor/support/test-routes.ts';
import { newReader, newsOf, type Notebook, type Reader, stateOf } from './naive-counts.ts';
import type { Chance } from './simulated-city.ts';

type Routes = ReturnType<typeof ljmonitorRoutes>;

/** A person with what a notebook knows of what the person has done. */
export interface Person {
  user: typeof ann;
  reader: Reader;
}

export const newPeople = (): readonly [Person, Person] => [
  { user: ann, reader: newReader() },
  { user: bob, reader: newReader() },
];

interface Surroundings {
  ports: HttpPorts;
  clock: { ms: number };
  chance: Chance;
  notebook: Notebook;
  /** Runs after each step of a person. */
  check: (step: string) => Promise<void>;
}

/** Lets people use the site, and notes what they do. A browser may send each call twice. */
export function simulatedPeople({ ports, clock, chance, notebook, check }: Surroundings) {
  const instance = { routes: ljmonitorRoutes(ports) };

  async function send({ user }: Person, call: (routes: Routes, asked: typeof nothing) => Promise<unknown>) {
    await call(instance.routes, { ...nothing, user });
    if (chance.is(0.3)) await call(instance.routes, { ...nothing, user });
  }

  const acts: Record<string, (person: Person) => Promise<void>> = {
    async 'read one'(person) {
      const { houseId } = chance.pick(newsOf(notebook, person.reader)) ?? {};
      if (houseId === undefined) return;
      await send(person, (routes, asked) => routes.markHouseRead({ ...asked, params: { houseId } }));
      person.reader.own.set(houseId, clock.ms);
    },
    async 'read a page'(person) {
      const query = { order: '-updateTime', unread: 'true' } as const;
      const { houses } = await instance.routes.listSortedHouses({ ...nothing, user: person.user, query });
      const houseIdList = houses.map(({ houseId }) => houseId);
      const asOf = Math.max(0, ...houses.map(({ updateTime }) => updateTime));
      await send(person, (routes, asked) => routes.markHousesRead({ ...asked, body: { houseIdList, asOf } }));
      for (const houseId of houseIdList) person.reader.own.set(houseId, clock.ms);
    },
    async 'read all'(person) {
      const { unreadByResblock } = await instance.routes.getSummary({ ...nothing, user: person.user });
      const count = chance.pick(unreadByResblock);
      if (!count) return;
      const { resblockId, asOf } = count;
      const { all } = person.reader;
      const before = all.get(resblockId) ?? [];
      const news = newsOf(notebook, person.reader).filter((house) => house.resblockId === resblockId);
      await send(person, (routes, asked) =>
        routes.markResblockRead({ ...asked, params: { resblockId }, body: { asOf } }),
      );
      all.set(resblockId, [...before, Math.max(...news.map((house) => stateOf(house).atMs)) + 1]);
      if (!chance.is(0.3)) return;
      await check('read all, before it is undone');
      await send(person, (routes, asked) =>
        routes.undoMarkResblockRead({ ...asked, params: { resblockId }, query: { asOf } }),
      );
      all.set(resblockId, before);
    },
    async 'mark unread'(person) {
      const houseId = chance.pick([...person.reader.own.keys()]);
      if (houseId === undefined) return;
      const body = { houses: [{ houseId, readTime: null }] };
      await send(person, (routes, asked) => routes.restoreReadTimes({ ...asked, body }));
      person.reader.own.delete(houseId);
    },
    async star(person) {
      const houseId = chance.pick([...notebook.houses.keys()]) ?? '';
      const starred = !person.reader.starred.has(houseId);
      await send(person, (routes, asked) => routes.setHouseFlags({ ...asked, params: { houseId }, body: { starred } }));
      if (starred) person.reader.starred.add(houseId);
      else person.reader.starred.delete(houseId);
    },
    async hide(person) {
      const params = { houseId: chance.pick([...notebook.houses.keys()]) ?? '' };
      await send(person, (routes, asked) => routes.setHouseFlags({ ...asked, params, body: { hidden: true } }));
      person.reader.hidden.add(params.houseId);
    },
  };

  return {
    /** The routes of a function instance, now and then of a new one. */
    routes() {
      if (chance.is(0.1)) instance.routes = ljmonitorRoutes(ports);
      return instance.routes;
    },

    /** Lets a person come for some minutes, or go and come back. */
    async visit(person: Person) {
      for (let requests = chance.number(1, 3); requests > 0; requests -= 1) {
        clock.ms += chance.number(2, 45) * minuteMs;
        await send(person, (routes, asked) => routes.noteVisit(asked));
        person.reader.visit(clock.ms);
        const [name = '', act] = chance.pick(Object.entries(acts)) ?? [];
        await act?.(person);
        await check(`${person.user.name}: ${name}`);
      }
    },
  };
}
