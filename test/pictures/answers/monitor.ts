import type { House, Resblock } from 'shared-types/contract/ljmonitor';
import { factsOf } from 'shared-types/rules/monitor/house-facts';
import { houseOrders, placeOf } from 'shared-types/rules/monitor/house-orders';
import { refusalReasons } from '../../../lambdas/src/ljmonitor/listing-site/site-adapter.ts';
import type { Answers } from './answers.ts';
import { day, hour, minute, now } from './now.ts';

const lastReadAt = now - 23 * minute;
const origin = 'https://sh.lianjia.com';

const community = (resblockId: string, name: string, bizcircleName: string, houseCount: number): Resblock => ({
  resblockId,
  name,
  districtName: '浦东',
  bizcircleName,
  url: `${origin}/ershoufang/c${resblockId}/`,
  houseCount,
  lastCompleteAt: lastReadAt,
  lastCompleteBy: 'site',
  state: 'OK',
  stateReason: null,
});

const [maples, willows, bay] = [
  community('1199027300103', '青枫家园', '联洋', 34),
  community('1199027300101', '柳荫里', '源深', 12),
  community('1199027300107', '望湖湾二期', '张江', 8),
];

/**
 * Returns a house that was listed this number of days ago. Its prices are given from the oldest, a week apart, with the
 * present one.
 */
function house(
  number: number,
  { resblockId }: Resblock,
  title: string,
  area: number,
  prices: number[],
  over: Partial<House> = {},
): House {
  const price = prices.at(-1) ?? 0;
  const description = `${area < 65 ? '1室1厅' : area < 110 ? '2室2厅' : '3室2厅'} | ${area}平米 | 南 北 | 精装 | 中楼层(共18层) | 2009年 | 板楼`;
  const createTime = now - (20 + number) * day;
  const updateTime = prices.length > 1 ? lastReadAt - number * minute : createTime;
  return {
    houseId: `10710${4_000_000 + number * 7_919}`,
    resblockId,
    url: `${origin}/ershoufang/10710${4_000_000 + number * 7_919}.html`,
    title,
    description,
    facts: factsOf(description),
    tags: ['近地铁', 'VR房源', '房本满五年'].slice(0, 1 + (number % 3)),
    price,
    unitPrice: Math.round((price * 10_000) / area),
    createTime,
    updateTime,
    readTime: now - 2 * day,
    removed: false,
    starred: false,
    hidden: false,
    prices: prices.map((each, index) => ({
      time: index === prices.length - 1 ? updateTime : createTime + index * 7 * day,
      price: each,
    })),
    changeTimes: prices.length > 1 ? { price: updateTime, unitPrice: updateTime } : {},
    ...over,
  };
}

const listed = (time: number) => ({ createTime: time, updateTime: time, readTime: null });

const houses: House[] = [
  house(1, maples, '满五唯一 南北通透三房 中间楼层 拎包入住', 89.4, [860, 852, 838], { starred: true }),
  house(2, maples, '全明户型 双阳台 近地铁六号线 业主诚意出售', 102.7, [1010], listed(lastReadAt - 2 * minute)),
  house(3, willows, '老公房精装两房 满五 采光好', 61.2, [498, 512]),
  house(4, maples, '楼王位置 湖景大四房 带固定车位一个', 143.9, [1490, 1450, 1420]),
  house(5, bay, '次新小区 高楼层视野开阔 随时看房', 77.5, [720], listed(lastReadAt - 5 * minute)),
  house(6, willows, '一楼带院子 南向 适合老人居住', 58.8, [470], {
    updateTime: lastReadAt - 6 * minute,
    removed: true,
    changeTimes: { removed: lastReadAt - 6 * minute },
  }),
  house(7, maples, '标准两房 得房率高 看房方便有钥匙', 71.3, [668], {
    updateTime: lastReadAt - 7 * minute,
    changeTimes: { title: lastReadAt - 7 * minute },
  }),
  house(8, bay, '复式 楼上楼下独立入户 可做工作室', 118.6, [1080, 1065], { readTime: now - minute }),
  house(9, maples, '婚装三房 保养新 家具家电全送', 95.1, [915], { starred: true }),
  house(10, willows, '小户型总价低 出租稳定', 41.7, [352]),
  house(11, maples, '双南两房 中央位置 安静不临街', 76.9, [705, 698], { readTime: now - minute }),
  house(12, bay, '南北通 厨卫全明 满二', 83.2, [775]),
];

/** Everything is new, as on the first day: more houses than a window has room for. */
export const allNew: Answers = {
  'GET /api/ljmonitor/house': ({ query }) =>
    query.has('fromHouseId')
      ? []
      : [...houses, ...houses].map(({ title, tags, resblockId }, index) =>
          house(
            index,
            [maples, willows, bay].find((each) => each.resblockId === resblockId) ?? maples,
            title,
            60 + index,
            [540 + index * 9],
            { tags, ...listed(lastReadAt) },
          ),
        ),
};

const unreadOf = ({ resblockId }: Resblock, unread: number, news: object) => ({
  resblockId,
  unread,
  asOf: lastReadAt,
  news,
});

/** The stats of forty days: the price falls slowly, and goes up and down a little on the way. */
const dailyStats = Array.from({ length: 40 }, (_, index) => ({
  time: lastReadAt - (39 - index) * day,
  medianUnitPrice: 97_400 - index * 55 + Math.round(Math.sin(index / 3) * 420),
  count: 31 + (index % 4),
}));

const history = ({ params }: { params: Record<string, string> }): House[] => {
  const present = houses.find(({ houseId }) => houseId === params['houseId']);
  if (!present) return [];
  return present.prices
    .slice(0, -1)
    .toReversed()
    .map(({ time, price }) => ({
      ...present,
      price,
      unitPrice: Math.round(((price ?? 0) / (present.price ?? 1)) * (present.unitPrice ?? 0)),
      updateTime: time,
      prices: [],
      changeTimes: {},
    }));
};

export const monitorAnswers: Answers = {
  'GET /api/ljmonitor/resblock': () => [maples, willows, bay],
  'PUT /api/ljmonitor/visit': () => ({
    since: lastReadAt - 24 * 60 * minute,
    news: [
      { resblockId: maples.resblockId, unread: 4, news: { cheaper: 2, new: 1, edited: 1 } },
      { resblockId: willows.resblockId, unread: 2, news: { dearer: 1, removed: 1 } },
      { resblockId: bay.resblockId, unread: 1, news: { new: 1 } },
    ],
  }),
  'GET /api/ljmonitor/house': ({ query }) => (query.has('fromHouseId') ? [] : houses),
  'GET /api/ljmonitor/house/sorted': ({ query }) => {
    const order = houseOrders.find((each) => each === query.get('order')) ?? '-updateTime';
    const found = houses.filter(({ starred }) => starred || !query.has('choice'));
    return {
      houses: found.toSorted((one, other) => placeOf(order, one) - placeOf(order, other)),
      matches: found.length,
      left: 0,
    };
  },
  'GET /api/ljmonitor/house/{houseId}/history': history,
  'GET /api/ljmonitor/resblock/{resblockId}/stats': () => dailyStats,
  'GET /api/ljmonitor/sold': () => ({ url: '', sales: [], readings: [] }),
  'GET /api/ljmonitor/relistings': () => [],
  'GET /api/ljmonitor/summary': () => ({
    unread: 7,
    unreadByResblock: [
      unreadOf(maples, 4, { cheaper: 2, new: 1, edited: 1 }),
      unreadOf(willows, 2, { dearer: 1, removed: 1 }),
      unreadOf(bay, 1, { new: 1 }),
    ],
    communities: 3,
    lastRefreshSuccessAt: lastReadAt,
  }),
  'GET /api/ljmonitor/batch/refreshStatus': () => ({
    lastRefreshSuccessAt: lastReadAt,
    lastRefreshFailureAt: now - 3 * day,
    isRefreshing: false,
    refreshingProcess: 0,
    nextRefreshAt: now + 3 * hour,
    blockedUntil: null,
    listingOrigin: origin,
    lastRead: { read: 3, of: 3 },
  }),
  'GET /api/costs/ljmonitor': () => ({ month: '2026-11', pages: 412 }),
};

const linked = ({ houseId, url, price, createTime, updateTime }: House) => ({
  houseId,
  url,
  price: price ?? 0,
  createTime,
  updateTime,
});

/** An id of the sister site. */
const sisterId = '19081199027300103777';

/** Some houses were offered before under another id: one of the long ids of the sister site, and one that is in the list. */
export const relisted: Answers = {
  'GET /api/ljmonitor/relistings': () => {
    const [, fresh, , , , gone] = houses;
    if (!fresh || !gone) return [];
    const sister = { ...linked(fresh), houseId: sisterId, price: 1035, createTime: now - 90 * day };
    const again = {
      ...linked(gone),
      houseId: '107104150461',
      price: 455,
      createTime: now - day,
      updateTime: now - day,
    };
    return [
      {
        resblockId: fresh.resblockId,
        earlier: { ...sister, removedAt: now - 3 * day, prices: [1090, 1060, 1035] },
        later: linked(fresh),
      },
      {
        resblockId: gone.resblockId,
        earlier: { ...linked(gone), removedAt: gone.updateTime, prices: [470] },
        later: again,
      },
    ];
  },
  'GET /api/ljmonitor/house/{houseId}/history': ({ params }) => {
    const [, fresh] = houses;
    return fresh && params['houseId'] === sisterId
      ? [1060, 1090].map((price, index) => ({
          ...fresh,
          houseId: sisterId,
          title: '业主置换 价格可谈 双阳台全明户型 六号线步行五分钟',
          price,
          unitPrice: Math.round((price / (fresh.price ?? price)) * fresh.unitPrice),
          updateTime: now - (30 + index * 60) * day,
          createTime: now - 90 * day,
        }))
      : [];
  },
};

export const refreshing: Answers = {
  'GET /api/ljmonitor/batch/refreshStatus': () => ({
    lastRefreshSuccessAt: now - 9 * hour,
    lastRefreshFailureAt: null,
    isRefreshing: true,
    refreshingProcess: 0.4167,
    nextRefreshAt: now + 3 * hour,
    blockedUntil: null,
    listingOrigin: origin,
  }),
};

export const noCommunities: Answers = {
  'GET /api/ljmonitor/resblock': () => [],
  'PUT /api/ljmonitor/visit': () => ({ since: null, news: [] }),
  'GET /api/ljmonitor/house': () => [],
  'GET /api/ljmonitor/summary': () => ({
    unread: 0,
    unreadByResblock: [],
    communities: 0,
    lastRefreshSuccessAt: null,
  }),
  'GET /api/ljmonitor/batch/refreshStatus': () => ({
    lastRefreshSuccessAt: null,
    lastRefreshFailureAt: null,
    isRefreshing: false,
    refreshingProcess: 0,
    nextRefreshAt: now + 3 * hour,
    blockedUntil: null,
    listingOrigin: origin,
  }),
};

const reason = refusalReasons.login;

export const blocked: Answers = {
  'GET /api/ljmonitor/resblock': () =>
    [maples, willows, bay].map((each) => ({ ...each, state: 'BLOCKED' as const, stateReason: reason })),
  'GET /api/ljmonitor/batch/refreshStatus': () => ({
    lastRefreshSuccessAt: lastReadAt,
    lastRefreshFailureAt: now - 4 * minute,
    isRefreshing: false,
    refreshingProcess: 0,
    nextRefreshAt: now + 3 * hour,
    blockedUntil: now + 56 * minute,
    blockedBecause: reason,
    listingOrigin: origin,
    mayTryOnce: true,
    lastRead: { read: 0, of: 3 },
  }),
  'GET /api/ljmonitor/page': () => ({
    origin,
    communities: [maples, willows].map(({ resblockId, name, url }, index) => ({
      resblockId,
      name,
      pages: [1, 2].slice(index).map((page) => ({ page, url: `${url}?page=${page}`, isHandedIn: page === 1 })),
    })),
  }),
};
