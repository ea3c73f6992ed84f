import type { soldApi } from 'shared-types/contract/monitor/sold';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import { handInSoldPage, type HandInSoldPorts, soldListUrl } from './hand-in-sold-page.ts';

export const soldRoutes = (ports: HandInSoldPorts): Routes<typeof soldApi> => ({
  async handInSoldPage({ body, user }) {
    return handInSoldPage(ports, user, body);
  },

  async listSoldHouses({ query: { resblockId, houseIds } }) {
    const resblock = await ports.store.findResblock(resblockId);
    if (!resblock) throw new AppError('notFound', 'This community is not tracked.');
    return {
      url: soldListUrl(ports, resblock),
      ...(await ports.store.listSold(resblockId, resblock.origin, houseIds)),
    };
  },
});
