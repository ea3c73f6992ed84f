/** Returns whether a page of a listing site is about sold houses. Whether it can be read is the server's to say. */
export const isSoldAddress = (url: string): boolean =>
  URL.canParse(url) && /^(\/[a-z]+)?\/chengjiao\//.test(new URL(url).pathname);

/** Returns the address of a community's sold houses for that of its list. */
export const soldAddressOf = (listUrl: string): string => listUrl.replace('/ershoufang/', '/chengjiao/');
