export const badId = 'Enter an ID of 6 to 24 digits. It is the number in the link to a community.';
export const notListingSite = ' is not the listing site. Paste a link to lianjia.com or ke.com, or just the ID.';
export const noCommunityLink =
  'This link does not lead to a community. Paste a link that contains /xiaoqu/ and a number.';
export const noCity = 'This link names no city. Open the community on the site of its city and paste that link.';
export const added = 'Added.';
export const alreadyTracked = 'This community is already tracked.';
export const nowCheckedAt = 'Now checked at ';
export const unknownCommunity = 'The listing site has no community with this ID.';
