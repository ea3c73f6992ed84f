export interface SoldRowParts {
  houseId?: string;
  imageId?: string;
  title?: string;
  date?: string;
  price?: string;
  unit?: string;
  offer?: string;
}

/**
 * Builds a row in the site's markup of sold houses, as on a page of hz.lianjia.com/chengjiao/ of May 2017 that a public spider's
 * script keeps. Its rows are in `listing-site/lianjia/sold-pages`.
 */
export const soldRow = ({
  houseId = '103101114191',
  imageId = houseId,
  title = '柳荫里 2室1厅 60.2平米',
  date = '2026.10.04',
  price = "<span class='number'>310</span>万",
  unit = '<span class="number">51495</span>元/平',
  offer = '<span>挂牌325万</span><span>成交周期35天</span>',
}: SoldRowParts = {}) => `<li><a class="img" href="https://bj.lianjia.com/chengjiao/${imageId}.html"></a><div class="info">
  <div class="title"><a href="https://bj.lianjia.com/chengjiao/${houseId}.html" target="_blank">${title}</a></div>
  <div class="address"><div class="houseInfo"><span class="houseIcon"></span>南 北 | 精装</div><div class="dealDate">${date}</div><div class="totalPrice">${price}</div></div>
  <div class="flood"><div class="positionInfo"><span class="positionIcon"></span>中楼层(共6层) 1988年建板楼</div><div class="source">链家成交</div><div class="unitPrice">${unit}</div></div>
  <div class="dealCycleeInfo"><span class="dealCycleIcon"></span><span class="dealCycleTxt">${offer}</span></div></div></li>`;

/** Builds a page of sold houses around rows. */
export const soldPage = (
  rows: string,
  around: { total?: number; pager?: string; crumbs?: string; title?: string } = {},
) => `<!DOCTYPE html>
<html><head><title>${around.title ?? '柳荫里二手房成交'}</title></head><body>
<div class="resultDes clear"><div class="total fl">共找到<span> ${around.total ?? 1} </span>套柳荫里成交房源</div></div>
<ul class="listContent">${rows}</ul>
<div class="contentBottom clear"><div class="crumbs fl">${around.crumbs ?? ''}</div>
<div class="page-box house-lst-page-box" comp-module='page' page-url="/chengjiao/pg{page}c1/"page-data='${around.pager ?? '{"totalPage":1,"curPage":1}'}'></div></div></body></html>`;
