/** The path of the small document that takes a page from another tab. */
export const bringPath = '/ljmonitor/bring';

/** A page as it comes from the tab that shows it. */
export interface PageInTab {
  url: string;
  html: string;
  /** The time since the tab loaded it, in ms. The clock of another process may differ. */
  ageMs: number;
}

/** The document says this to the tab that has opened it, when it is ready for a page. */
export const readyMessage = 'ljmonitor-ready';

/**
 * The bookmarklet opens the document and posts the page to it when the document is ready. It runs in the page of the listing
 * site, so it is plain text that needs nothing else. It names the site's origin as the only recipient.
 */
export function bookmarkletFor(origin: string): string {
  const code = `(()=>{const o=${JSON.stringify(origin)},w=open(o+${JSON.stringify(bringPath)},'ljmonitor-bring');addEventListener('message',e=>{if(e.source===w&&e.origin===o&&e.data===${JSON.stringify(readyMessage)})w.postMessage({url:location.href,html:document.documentElement.outerHTML,ageMs:Math.round(Date.now()-performance.timeOrigin)},o)})})()`;
  return `javascript:${encodeURIComponent(code)}`;
}
