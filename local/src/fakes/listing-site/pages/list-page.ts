import type { Community } from '../city/communities.ts';
import { escaped } from './html.ts';
import { advertRow, houseRow, recommendedRow, type ListRow } from './list-row.ts';

/** The limits of the real site. */
export const rowsOnPage = 30;
export const lastPage = 100;

export interface ListPage {
  origin: string;
  community: Community;
  /** The houses of this page, in order. Rows of other communities are promotions. */
  rows: readonly ListRow[];
  page: number;
  totalPages: number;
  /** The number of houses that the page declares. On the real site it can differ from the number of rows. */
  declaredTotal: number;
  /** The number of advertisements among the rows. */
  adverts?: number;
  /** Houses of other communities under 「猜你喜欢」. */
  recommendations?: readonly ListRow[];
  nowMs: number;
}

/** Returns a page of one community's list in the site's markup. Tests make their pages with it. */
export function listPage(given: ListPage) {
  const { origin, community, declaredTotal, page } = given;
  const { cityName } = community;
  const name = escaped(community.name);
  return `<!DOCTYPE html><html class=""><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><meta name="location" content="province=${cityName};city=${cityName}" /><title>${name}二手房第${page}页_${name}二手房出售(${cityName}演示城)</title>
<link rel="canonical" href="${origin}${listPath(community, page)}"/><link rel="stylesheet" href="/demo.css"></head>
<body><div class="banner"><div class="container"><ul class="channelList"><li><a href="${origin}/">首页</a></li><li  class="selected"><a href="${origin}/ershoufang/" >二手房</a></li><li  class=""><a href="${origin}/xiaoqu/" >小区</a></li></ul><div class="banner-right"><div class="login" id="userInfoContainer"><i></i><a href="${origin}/login" id="loginBtn" rel="nofollow">登录</a></div></div></div></div>
<div class="content " id="content"><!-- 左侧内容 --><div class="leftContent"><div class="orderFilter"><div class="orderTag"><ul><li class='selected'><h3><a href="/ershoufang/c${community.id}/">默认排序</span></a></h3></li><li ><h3><a href="/ershoufang/co32c${community.id}/">最新发布</span></a></h3></li></ul></div></div><div class="resultDes clear"><h2 class="total fl">共找到<span> ${declaredTotal} </span>套${cityName}二手房</h2><div class="button fr"><div class="saveBtn"><a href="#" id="saveBtn"><span></span>保存搜索</a></div></div></div><div class="listContentLine"></div>${
    declaredTotal === 0 ? noResult : rowList(given)
  }${recommended(given)}<!-- 无搜索结果且不是扩大召回 --><div id="noResultPush" data-recommend_ext_info='[]'></div><div class="contentBottom clear" >${crumbs(given)}${pageBox(given)}</div></div></div>
<div class="footer"><p>这是演示用的房源网站，房源均为虚构。</p><p><a href="${origin}/">贝壳信息安全中心</a></p></div><div data-asset="hip-static"></div></body></html>
`;
}

export const listPath = (community: Community, page = 1) =>
  `/ershoufang/${page === 1 ? '' : `pg${page}`}c${community.id}/`;

const noResult = `<div class="m-noresult"><div class="content"><p>呣..没有找到相关内容，请您换个条件试试吧~</p></div></div>`;

function rowList({ rows, adverts = 0, ...place }: ListPage) {
  const items = rows.map((row, index) => houseRow(row, index, place));
  for (let kind = 0; kind < adverts; kind++) {
    items.splice(Math.min(items.length, 4 + kind * 9), 0, advertRow(kind, place.origin) ?? '');
  }
  return `<ul class="sellListContent" log-mod="list">${items.join('')}</ul>`;
}

function recommended({ recommendations = [], ...place }: ListPage) {
  if (recommendations.length === 0) return '<!-- 少结果搜索 -->';
  return `  <div class="recommendList" id="lessResultWrap">
    <h2 class="recommendListHeader">猜你喜欢</h2>
  <div id="lessResultIds">
    <ul class="sellListContent LOGVIEWDATA" data-lj_view_evtid="11089" data-lj_action_type="pc_ershou_shaojieguo">${recommendations
      .map((row) => recommendedRow(row, place))
      .join('')}
    </ul></div></div>`;
}

const link = (path: string, text: string) => `<a href="${path}">${escaped(text)}</a>`;

function crumbs({ origin, community }: ListPage) {
  const next = '<span >&nbsp;&gt;&nbsp;</span>';
  return `<div class="crumbs fl">${[
    link('/', `${community.cityName}房产网`),
    link('/ershoufang/', `${community.cityName}二手房`),
    link(`${origin}/ershoufang/${community.district.slug}/`, `${community.district.name}二手房`),
    link(`${origin}/ershoufang/${community.bizcircle.slug}/`, `${community.bizcircle.name}二手房`),
  ].join(next)}${next}<h1>${link(`${origin}${listPath(community)}`, `${community.name}二手房出售`)}</h1></div>`;
}

/** The real pages have no space before `page-data` either. */
const pageBox = ({ community, totalPages, page }: ListPage) =>
  `<div class="page-box fr"><div class="page-box house-lst-page-box" comp-module='page' page-url="/ershoufang/pg{page}c${community.id}/"page-data='${JSON.stringify({ totalPage: totalPages, curPage: page })}'></div></div>`;
