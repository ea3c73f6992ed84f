export const tooLarge = 'This file is over 30 MB. Save the page again as HTML only.';
export const unreadable = 'This file could not be read. If it is a folder, drop the .html file beside it.';
export const notASavedPage = 'This is not a saved page. Save the page as .html or .mhtml and drop that file.';
export const webArchive =
  'This is a web archive of Safari. Save the page again with the format “Page Source” and drop that file.';
export const holdsNoPage = 'This file holds no page. Save the page again and drop the new file.';
export const noAddress =
  'This page does not say its address. Save it in Chrome or Edge as “Webpage, Single File”, or use the bookmarklet.';
