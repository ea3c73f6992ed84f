import { cityName, type Community, communities } from '../city/communities.ts';
import { escaped } from './html.ts';
import { type Listing, unitPriceOf } from '../city/listing.ts';
import { listPath } from './list-page.ts';

/** Pages that only people look at: the monitor's links lead here. */
const page = (title: string, body: string) => `<!DOCTYPE html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><link rel="stylesheet" href="/demo.css"></head>
<body class="plain"><main>${body}</main></body></html>
`;

const standIn = `<p class="note">A stand-in for the listing site, part of the local runtime. The city, its communities and every house in it are invented.</p>`;

/** What there is to watch: a person copies an id from here into the monitor. */
export function indexPage(houseCount: (community: Community) => number, mode: string) {
  const rows = communities.map(
    (community) =>
      `<tr><td><code>${community.id}</code></td><td><a href="${listPath(community)}">${escaped(community.name)}</a></td>` +
      `<td>${community.district.name} / ${community.bizcircle.name}</td><td class="number">${houseCount(community)}</td><td>${pace(community)}</td></tr>`,
  );
  return page(
    `${cityName} · demo city`,
    `<h1>${cityName} <small>demo city</small></h1>${standIn}<p>The site's mode is <b>${escaped(mode)}</b>. Add a community's id to the monitor to watch it. In the half hour after a start more happens than later.</p>` +
      `<table><thead><tr><th>id</th><th>community</th><th>district / bizcircle</th><th class="number">houses</th><th>by itself</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  );
}

function pace({ somethingHappensEveryMs: every, repeatsRows }: Community) {
  if (every === 0) return 'nothing changes';
  const changes = every < 120_000 ? 'changes every minute or two' : 'changes every few minutes';
  return repeatsRows ? `${changes}; rows repeat across pages now and then` : changes;
}

export const communityPage = (community: Community, houseCount: number) =>
  page(
    `${community.name} · ${cityName}`,
    `<h1>${escaped(community.name)}</h1><p>${community.district.name} / ${community.bizcircle.name} · ${community.builtIn}年 · id <code>${community.id}</code></p>` +
      `<p><a href="${listPath(community)}">在售二手房 ${houseCount} 套</a></p>${standIn}`,
  );

export const housePage = (community: Community, listing: Listing) =>
  page(
    `${listing.title} · ${cityName}`,
    `<h1>${escaped(listing.title)}</h1><p class="price">${listing.price} 万 <small>${unitPriceOf(listing).toLocaleString('en-US')} 元/平</small></p>` +
      `<p>${[listing.layout, `${listing.area}平米`, listing.facing, listing.decoration, listing.floor, `${listing.builtIn}年`, listing.building].join(' | ')}</p>` +
      `<p>${listing.tags.join(' · ')}</p><p><a href="/xiaoqu/${community.id}/">${escaped(community.name)}</a> · id <code>${listing.houseId}</code></p>${standIn}`,
  );

export const notFoundPage = page('404', `<h1>404</h1><p>抱歉，您访问的页面不存在。</p>${standIn}`);
export const forbiddenPage = page('403 Forbidden', `<h1>403</h1><p>您的访问被拒绝。</p>${standIn}`);
export const captchaPage = page('CAPTCHA', `<h1>人机验证</h1><p>请完成验证后继续访问。</p>${standIn}`);
export const loginPage = page('登录', `<h1>登录</h1><p>请登录后继续浏览。</p>${standIn}`);

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
