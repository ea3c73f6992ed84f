export const handInAPage = 'Hand in a page';
export const signIn = 'Sign in';
export const couldNotReachMonitor = 'Could not reach the monitor.';
export const leaveOpen = 'The browser extension hands in pages through this tab. Leave it open.';
export const waitingForPage =
  'Waiting for the page. If nothing appears, save the page and drop the file here, or paste its source.';
export const noPageSent =
  'No page arrived. If you clicked the bookmarklet, the listing site isolates its tabs. Save the page and drop the file here, or paste its source.';
export const openLjmonitor = 'Open LJMonitor';
export const handInThisPage = 'Hand in this page? LJMonitor keeps its houses and nothing else:';
export const noPageOfSite =
  'This tab shows something that is no page of the listing site. Open the community’s list and click the bookmarklet there.';
export const handIn = 'Hand in';
export const couldNotHandIn = 'Could not hand in the page.';
