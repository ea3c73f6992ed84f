import type { Community } from '../city/communities.ts';
import { type Listing, unitPriceOf } from '../city/listing.ts';
import { escaped } from './html.ts';

/** A sold house in the demo city. */
export interface SoldListing {
  listing: Listing;
  soldAtMs: number;
  /** In 万. */
  price: number;
  /** The real site shows neither day nor price of many sales of the last 30 days. */
  isMasked: boolean;
}

export interface SoldPage {
  origin: string;
  community: Community;
  /** The sales of this page, newest first. */
  sales: readonly SoldListing[];
  page: number;
  totalPages: number;
  declaredTotal: number;
}

export const soldPath = (community: Community, page = 1) =>
  `/chengjiao/${page === 1 ? '' : `pg${page}`}c${community.id}/`;

/** Returns a page of one community's sold houses in the site's markup, as on the recorded pages of Hangzhou and Xiamen. */
export function soldPage(given: SoldPage) {
  const { origin, community, sales, page, totalPages, declaredTotal } = given;
  const name = escaped(community.name);
  return `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>${name}二手房网签|成交查询(${community.cityName}演示城)</title><link rel="stylesheet" href="/demo.css"></head><body>
<div class="content"><div class="leftContent"><div class="orderFilter"><div class="orderTag"><ul><li class='selected'><h3><a href="${soldPath(community)}">默认排序</span></a></h3></li></ul></div></div><div class="resultDes clear"><div class="total fl">共找到<span> ${declaredTotal} </span>套${name}成交房源</div><div class="button fr"></div></div><ul class="listContent">${sales.map((sale) => soldRow(given, sale)).join('')}</ul><!-- 无搜索结果 --><div class="contentBottom clear" ><div class="crumbs fl"><a href="/">${community.cityName}站</a><h1><span >&nbsp;&gt;&nbsp;</span></h1><a href="/chengjiao/">${community.cityName}二手房成交价格</a><a href="${origin}${soldPath(community)}">${name}二手房成交</a></div><div class="page-box fr"><div class="page-box house-lst-page-box" comp-module='page' page-url="/chengjiao/pg{page}c${community.id}/"page-data='${JSON.stringify({ totalPage: totalPages, curPage: page })}'></div></div></div></div></div></body></html>
`;
}

const dayOf = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '.');

function soldRow({ origin, community }: SoldPage, { listing, soldAtMs, price, isMasked }: SoldListing) {
  const { houseId, layout, area, facing, decoration, floor, builtIn, building, listedAtMs } = listing;
  const house = `${origin}/chengjiao/${houseId}.html`;
  const title = escaped(`${community.name} ${layout} ${area}平米`);
  const total = isMasked ? String(price).replaceAll(/(?!^)\d/g, '*') : String(price);
  const unit = isMasked ? '' : `<span class="number">${unitPriceOf({ ...listing, price })}</span>元/平`;
  const days = Math.max(1, Math.round((soldAtMs - listedAtMs) / 86_400_000));
  return `<li><a class="img" href="${house}" target="_blank" rel="nofollow"></a><div class="info"><div class="title"><a href="${house}" target="_blank">${title}</a></div><div class="address"><div class="houseInfo"><span class="houseIcon"></span>${facing} | ${decoration}</div><div class="dealDate">${isMasked ? '近30天内成交' : dayOf(soldAtMs)}</div><div class="totalPrice"><span class='number'>${total}</span>万</div></div><div class="flood"><div class="positionInfo"><span class="positionIcon"></span>${floor} ${builtIn}年建${building}</div><div class="source">链家成交</div><div class="unitPrice">${unit}</div></div><div class="dealCycleeInfo"><span class="dealCycleIcon"></span><span class="dealCycleTxt"><span>挂牌${listing.price}万</span><span>成交周期${days}天</span></span></div></div></li>`;
}
