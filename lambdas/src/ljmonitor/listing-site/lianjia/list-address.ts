import type { ListAddress } from '../site-adapter.ts';

/**
 * Matches the address of a community's houses, in any order: `/ershoufang/c1/`, `/ershoufang/pg2co32c1/`. It does not match a
 * list with a filter, which adds up although houses are missing.
 */
const listPath = /^\/ershoufang\/(?:pg([1-9]\d{0,2}))?(?:co\d{1,3})?c(\d{6,24})\/?$/;

export function parseListPath(path: string): ListAddress | undefined {
  const [, page = '1', resblockId] = listPath.exec(path) ?? [];
  return resblockId === undefined ? undefined : { resblockId, page: Number(page) };
}
