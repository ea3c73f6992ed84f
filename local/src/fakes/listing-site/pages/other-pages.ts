import type { City } from '../city/cities.ts';
import type { Community } from '../city/communities.ts';
import { escaped } from './html.ts';
import { type Listing, unitPriceOf } from '../city/listing.ts';
import { listPath } from './list-page.ts';

/** Returns the frame of the pages for people. The monitor's links lead to them. */
const page = (title: string, body: string) => `<!DOCTYPE html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><link rel="stylesheet" href="/demo.css"></head>
<body class="plain"><main>${body}</main></body></html>
`;

const note = `<p class="note">This page imitates the listing site. It belongs to the local site. The city, its communities and its houses are invented.</p>`;

interface Index {
  city: City;
  houseCount: (community: Community) => number;
  mode: string;
  /** The other cities, by address. */
  others: ReadonlyMap<string, City>;
}

/** Lists the communities. A person copies an id or a link from here into the monitor. */
export function indexPage({ city, houseCount, mode, others }: Index) {
  const rows = city.communities.map(
    (community) =>
      `<tr><td><code>${community.id}</code></td><td><a href="${listPath(community)}">${escaped(community.name)}</a></td>` +
      `<td>${community.district.name} / ${community.bizcircle.name}</td><td class="number">${houseCount(community)}</td><td>${pace(community)}</td></tr>`,
  );
  const elsewhere = [...others].map(([origin, { name }]) => `<a href="${origin}/">${name}</a>`);
  return page(
    `${city.name} · demo city`,
    `<h1>${city.name} <small>demo city</small></h1>${note}<p>The mode is <b>${escaped(mode)}</b>. Copy a community's link into the monitor to watch it. Most changes happen in the first half hour after a start. Other cities: ${elsewhere.join(', ')}.</p>` +
      `<table><thead><tr><th>id</th><th>community</th><th>district / bizcircle</th><th class="number">houses</th><th>changes</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  );
}

function pace({ changeIntervalMs: every, repeatsRows }: Community) {
  if (every === 0) return 'never changes';
  const changes = every < 120_000 ? 'every minute or two' : 'every few minutes';
  return repeatsRows ? `${changes}; rows sometimes repeat across pages` : changes;
}

export const communityPage = (community: Community, houseCount: number) =>
  page(
    `${community.name} · ${community.cityName}`,
    `<h1>${escaped(community.name)}</h1><p>${community.district.name} / ${community.bizcircle.name} · ${community.builtIn}年 · id <code>${community.id}</code></p>` +
      `<p><a href="${listPath(community)}">在售二手房 ${houseCount} 套</a></p>${note}`,
  );

/** The community is named by the markup of the recorded pages. */
export const housePage = (community: Community, listing: Listing) =>
  page(
    `${listing.title} · ${community.cityName}`,
    `<div class="intro clear" mod-id="lj-common-bread"><div class="container"><div class="fl l-txt"><a href="/">${community.cityName}房产网</a>&nbsp;&gt;&nbsp;<a href="${listPath(community)}">${escaped(community.name)}二手房</a>&nbsp;&gt;&nbsp;<span>当前房源</span></div></div></div>` +
      `<h1>${escaped(listing.title)}</h1><p class="price">${listing.price} 万 <small>${unitPriceOf(listing).toLocaleString('en-US')} 元/平</small></p>` +
      `<p>${[listing.layout, `${listing.area}平米`, listing.facing, listing.decoration, listing.floor, `${listing.builtIn}年`, listing.building].join(' | ')}</p>` +
      `<p>${listing.tags.join(' · ')}</p>` +
      `<div class="aroundInfo"><div class="communityName"><i></i><span class="label">小区名称</span> <a href="/xiaoqu/${community.id}/" target="_blank" class="info ">${escaped(community.name)}</a></div>` +
      `<div class="houseRecord"><span class="label">链家编号</span> <span class="info">${listing.houseId}</span></div></div>${note}`,
  );

export const notFoundPage = page('404', `<h1>404</h1><p>抱歉，您访问的页面不存在。</p>${note}`);
export const forbiddenPage = page('403 Forbidden', `<h1>403</h1><p>您的访问被拒绝。</p>${note}`);
export const captchaPage = page('CAPTCHA', `<h1>人机验证</h1><p>请完成验证后继续访问。</p>${note}`);
/** With `signInUrl` a person signs in by one click, which the real site does not offer. */
export const loginPage = (signInUrl?: string) =>
  page(
    '登录',
    `<h1>登录</h1><p>请登录后继续浏览。</p>${signInUrl === undefined ? '' : `<p><a href="${escaped(signInUrl)}">登录 · Sign in as a reader</a></p>`}${note}`,
  );

export const stylesheet = `
body { margin: 0; background: #f5f5f2; color: #222; font: 14px/1.6 system-ui, 'PingFang SC', 'Noto Sans CJK SC', sans-serif; }
main, .content, .banner .container, .footer { max-width: 820px; margin: 0 auto; padding: 16px; }
a { color: #0b6a43; text-decoration: none; }
h1 { font-size: 22px; } h2 { font-size: 16px; } small, .note, .footer, .followInfo { color: #777; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: 6px 12px 6px 0; border-bottom: 1px solid #ddd; }
.number { text-align: right; } .price, .totalPrice { color: #b3261e; font-size: 18px; }
ul { list-style: none; padding: 0; } .channelList li, .orderTag li { display: inline-block; margin-right: 16px; }
.sellListContent > li { background: #fff; margin: 8px 0; padding: 12px 16px; } .title { font-weight: 600; }
.tag span { margin-right: 8px; color: #777; } .listButtonContainer, #noResultPush { display: none; }
.crumbs h1, .orderTag h3, .resultDes h2 { display: inline; font-size: inherit; font-weight: inherit; }
`;
