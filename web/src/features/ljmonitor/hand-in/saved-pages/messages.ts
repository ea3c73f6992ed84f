export const tooLarge = 'This file is over 30 MB. Save the page again as HTML only.';
export const notASavedPage = 'This is not a saved page. Save the page as .html or .mhtml and drop that file.';
export const holdsNoPage = 'This file holds no page. Save the page again and drop the new file.';
export const noAddress = 'This page does not say its address. Save it as .mhtml, or use the bookmarklet.';
