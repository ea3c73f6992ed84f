export interface RowParts {
  item?: string;
  link?: string;
  title?: string;
  position?: string;
  house?: string;
  tags?: string;
  total?: string;
  unit?: string;
}

/** Builds a row in the site's markup. Each part can be replaced. */
export const row = ({
  item = 'class="clear LOGVIEWDATA"',
  link = 'https://bj.lianjia.com/ershoufang/101133895297.html',
  title = '南北通透 两居室',
  position = '<span class="positionIcon"></span><a href="https://bj.lianjia.com/xiaoqu/1111027377528/">柳荫里 </a> - <a href="https://bj.lianjia.com/ershoufang/liuqiao/">柳桥</a>',
  house = '2室1厅 | 60.2平米 | 南 | 精装',
  tags = '<span class="subway">近地铁</span>',
  total = '<i> </i><span class="">255</span><i>万</i>',
  unit = '<span>42,359元/平</span>',
}: RowParts = {}) => `<li ${item}><a class="img" href="${link}"></a><div class="info clear">
  <div class="title"><a href="${link}">${title}</a><span class="goodhouse_tag tagBlock">必看好房</span></div>
  <div class="flood"><div class="positionInfo">${position}</div></div><div class="address"><div class="houseInfo">${house}</div></div>
  <div class="followInfo">11人关注 / 31天以前发布</div><div class="tag">${tags}</div>
  <div class="priceInfo"><div class="totalPrice totalPrice2">${total}</div><div class="unitPrice" data-price="0">${unit}</div></div></div></li>`;

/** Builds a page around rows. */
export const page = (
  rows: string,
  around: { total?: string; pager?: string; crumbs?: string; title?: string } = {},
) => `<!DOCTYPE html>
<html><head><title>${around.title ?? '柳荫里二手房'}</title></head><body>
<div class="resultDes clear"><h2 class="total fl">${around.total ?? '共找到<span> 1 </span>套北京二手房'}</h2></div>
<ul class="sellListContent" log-mod="list">${rows}</ul>
<div class="contentBottom"><div class="crumbs fl">${around.crumbs ?? ''}</div>
<div class="page-box house-lst-page-box" comp-module='page'page-data='${around.pager ?? '{"totalPage":9,"curPage":2}'}'></div></div></body></html>`;
