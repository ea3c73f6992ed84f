import { pseudoRandom } from '../city/pseudo-random.ts';
import type { Community } from '../city/communities.ts';
import { escaped } from './html.ts';
import { type Listing, unitPriceOf } from '../city/listing.ts';

/** One house in a list with its community. */
export interface ListRow {
  community: Community;
  listing: Listing;
  /** The text in place of the price: 「暂无数据」, or '' as on a broken page. */
  insteadOfPrice?: string | undefined;
}

interface PageContext {
  /** The links of the real site are absolute. */
  origin: string;
  nowMs: number;
}

const tagClasses: Record<string, string> = {
  近地铁: 'subway',
  VR房源: 'vr',
  VR看装修: 'isVrFutureHome',
  房本满两年: 'five',
  房本满五年: 'taxfree',
  随时看房: 'haskey',
};

const day = 86_400_000;

/** Followers and age change between readings. The monitor must not report these as changes of the house. */
function followText({ houseId, listedAtMs }: Listing, nowMs: number) {
  const days = Math.max(0, Math.floor((nowMs - listedAtMs) / day));
  const followers = Math.floor(pseudoRandom('followers', houseId) * 60) + (Math.floor(nowMs / 45_000) % 9);
  const age = days < 32 ? `${days}天` : days < 365 ? `${Math.floor(days / 30)}个月` : '1年';
  return `${followers}人关注 / ${age}以前发布`;
}

/**
 * Returns a row in the real markup: missing space between attributes, a comment in the title, a thousands separator in
 * the price.
 */
export function houseRow(
  { community, listing, insteadOfPrice }: ListRow,
  index: number,
  { origin, nowMs }: PageContext,
) {
  const { houseId, title, layout, area, facing, decoration, floor, builtIn, building, tags, price } = listing;
  const house = `${origin}/ershoufang/${houseId}.html`;
  const unitPrice = unitPriceOf(listing);
  const showsPrice = insteadOfPrice === undefined;
  const description = [layout, `${area}平米`, facing, decoration, floor, `${builtIn}年`, building].join(' | ');
  const link = `href="${house}" target="_blank" data-log_index="${index + 1}"`;
  const more = `data-el="ershoufang" data-housecode="${houseId}" data-is_focus=""`;
  return (
    `<li class="clear LOGVIEWDATA LOGCLICKDATA" data-lj_view_evtid="21625" data-lj_evtid="21624" data-lj_view_event="ItemExpo" data-lj_click_event="SearchClick"  data-lj_action_source_type="链家_PC_二手列表页卡片" data-lj_action_click_position="${index}" data-lj_action_resblock_id="${community.id}" data-lj_action_housedel_id="${houseId}" >` +
    `<a class="noresultRecommend img LOGCLICKDATA" ${link}${more}data-sl=""><!-- 热推标签、埋点 --></a>` +
    `<div class="info clear"><div class="title"><a class="" ${link}  ${more} data-sl="">${escaped(title)}</a><!-- 拆分标签 只留一个优先级最高的标签-->` +
    (pseudoRandom('good', houseId) < 0.3 ? '<span class="goodhouse_tag tagBlock">必看好房</span>' : '') +
    `</div><div class="flood"><div class="positionInfo"><span class="positionIcon"></span><a href="${origin}/xiaoqu/${community.id}/" target="_blank" data-log_index="${index + 1}" data-el="region">${escaped(community.name)} </a>   -  <a href="${origin}/ershoufang/${community.bizcircle.slug}/" target="_blank">${escaped(community.bizcircle.name)}</a> </div></div>` +
    `<div class="address"><div class="houseInfo"><span class="houseIcon"></span>${escaped(description)}</div></div>` +
    `<div class="followInfo"><span class="starIcon"></span>${followText(listing, nowMs)}</div>` +
    `<div class="tag">${tags.map((tag) => `<span class="${tagClasses[tag] ?? 'good'}">${escaped(tag)}</span>`).join('')}</div>` +
    `<div class="priceInfo"><div class="totalPrice totalPrice2"><i> </i><span class="">${insteadOfPrice ?? price}</span>${insteadOfPrice ? '' : '<i>万</i>'}</div><div class="unitPrice" data-hid="${houseId}" data-rid="${community.id}" data-price="${showsPrice ? unitPrice : 0}"><span>${showsPrice ? `${unitPrice.toLocaleString('en-US')}元/平` : ''}</span></div></div></div>` +
    `<div class="listButtonContainer"><div class="btn-follow followBtn" data-hid="${houseId}"><span class="follow-text">关注</span></div><div class="compareBtn LOGCLICK" data-hid="${houseId}" log-mod="${houseId}" data-log_evtid="10230">加入对比</div></div></li>`
  );
}

/** Advertisements stand between the houses of a list. */
export const advertRow = (kind: number, origin: string) =>
  [
    `<li class="list_app_daoliu" data-log_index="app"><a href="${origin}/client/" target="_blank"><span class="daoliu_title">下载APP，随时查看新房源</span></a><i class="daoliu_close"></i></li>`,
    `<li class="list_goodhouse_daoliu  VIEWDATA" data-view-evtid="22158" data-view-event="ItemExpo"> <a class="CLICKDATA" href="${origin}/ershoufang/goodhouse/"><span>必看好房</span></a> <i class="daoliu_close CLICKDATA"></i> </li>`,
    `<li class="list_guide"><a href="${origin}/news/guide.html" class="list_guide_bg"><div class="list_guide_cover"></div><div class="list_guide_title"><p class="big">精选好房</p><p>从1居到3居，供你挑选</p></div></a></li>`,
  ][kind % 3];

/** Recommendations use an older markup with an unclosed `div`. They follow a short list. */
export function recommendedRow({ community, listing }: ListRow, { origin, nowMs }: PageContext) {
  const { houseId, title, layout, area, facing, decoration, floor, builtIn, building, tags, price } = listing;
  const href = `href="${origin}/ershoufang/${houseId}.html" target="_blank"`;
  const divide = '<span class="divide">/</span>';
  return `
      <li class="clear">
        <a class="img LOGVIEWDATA LOGCLICKDATA" data-lj_view_evtid="11090" data-lj_evtid="11091" data-lj_action_housedel_id="${houseId}" data-lj_action_type="pc_ershou_shaojieguo" ${href}></a>
        <div class="info clear">
          <div class="title"><a ${href} data-sl="" class="LOGCLICKDATA" data-lj_evtid="11091">${escaped(title)}</a></div>
          <div class="address"><div class="houseInfo"><a href="${origin}/xiaoqu/${community.id}/" target="_blank" data-el="region">${escaped(community.name)}</a>${divide}${layout}${divide}${area}${divide}${facing}${divide}${decoration}</div></div>
          <div class="flood"><div class="positionInfo">${floor} ${builtIn}年建${building} -  <a href="${origin}/ershoufang/${community.bizcircle.slug}/" target="_blank">${escaped(community.bizcircle.name)}</a></div></div>
          <div class="followInfo">${followText(listing, nowMs)}
          <div class="tag">${tags.map((tag) => `<span class="${tagClasses[tag] ?? 'good'}">${escaped(tag)}</span>`).join('')}</div>
          <div class="priceInfo"><div class="totalPrice"><span>${price}</span>万</div><div class="unitPrice" data-hid="${houseId}" data-rid="${community.id}" data-price="${unitPriceOf(listing)}"><span>单价${unitPriceOf(listing)}元/平米</span></div></div>
        </div>
      </li>`;
}
