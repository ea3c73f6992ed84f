import type { ListPage, ListRow, SiteAnswer } from 'lambdas/ljmonitor/listing-site/site-adapter';

/** Builds a parsed row of a page. */
export const rowOf = (resblockId: string, house: number, more: Partial<ListRow> = {}): ListRow => ({
  houseId: `${resblockId.slice(-4)}${String(house).padStart(8, '0')}`,
  resblockId,
  resblockName: 'Willow Court',
  bizcircleName: 'Bridge',
  title: `House ${house}`,
  description: '2室1厅 | 60平米',
  tags: ['近地铁'],
  price: 500 + house,
  unitPrice: 80_000,
  ...more,
});

export const pageOf = (resblockId: string, more: Partial<ListPage> = {}): SiteAnswer & { kind: 'page' } => ({
  kind: 'page',
  page: {
    class: 'list',
    declaredTotal: more.rows?.length ?? 0,
    page: 1,
    totalPages: 1,
    rows: [],
    resblockId,
    names: { name: 'Willow Court', districtName: 'North', bizcircleName: 'Bridge' },
    ...more,
  },
});

/** Builds the parsed pages of a community, with thirty rows each. */
export function pagesOf(resblockId: string, rows: ListRow[], perPage = 30): SiteAnswer[] {
  const totalPages = Math.max(1, Math.ceil(rows.length / perPage));
  return Array.from({ length: totalPages }, (_, index) =>
    pageOf(resblockId, {
      rows: rows.slice(index * perPage, (index + 1) * perPage),
      page: index + 1,
      totalPages,
      declaredTotal: rows.length,
    }),
  );
}

export const housesOf = (resblockId: string, count: number) =>
  Array.from({ length: count }, (_, index) => rowOf(resblockId, index + 1));

export const captcha: SiteAnswer = pageOf('', { class: 'blocked', declaredTotal: undefined });
