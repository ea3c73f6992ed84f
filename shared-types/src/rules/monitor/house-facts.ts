import { dayMs } from '../time.ts';

/** The site's words for the height of a floor in its building, from the lowest one. */
export const floorLevels = ['地下室', '底层', '低楼层', '中楼层', '高楼层', '顶层'] as const;
export type FloorLevel = (typeof floorLevels)[number];

/** The site's words for the directions that a house can face. */
export const directions = ['东', '东南', '南', '西南', '西', '西北', '北', '东北'] as const;
export type Direction = (typeof directions)[number];

/** The site's words for what a house is fitted with. A fourth one, 其他, says nothing. */
const fittings = ['毛坯', '简装', '精装'] as const;
export type Fittings = (typeof fittings)[number];

/** The parts of a description that are fields of their own. A part that it does not have is left out. */
export interface HouseFacts {
  rooms?: number | undefined;
  halls?: number | undefined;
  /** In ㎡. */
  area?: number | undefined;
  facing?: Direction[] | undefined;
  floor?: FloorLevel | undefined;
  /** The number of floors of the building. */
  floors?: number | undefined;
  /** The year in which the building was finished. */
  year?: number | undefined;
}

const direction = /东南|东北|西南|西北|东|南|西|北/gu;
const facingOnly = /^[东南西北\s]+$/u;
const maxArea = 100_000;

const partsOf = (text: string) => text.split(/[|/]/u).map((part) => part.trim());

export const fittingsOf = (description: string): Fittings | undefined => {
  const parts = partsOf(description.normalize('NFKC'));
  return fittings.find((each) => parts.includes(each));
};

/** Reads '2室1厅 | 60.2平米 | 南 北 | 低楼层(共16层) | 1992年建塔楼'. The parts come in any order, and some are missing. */
export function factsOf(description: string): HouseFacts {
  const text = description.normalize('NFKC');
  const parts = partsOf(text);
  const numberIn = (pattern: RegExp, from: number, to: number) => {
    const value = Number(pattern.exec(text)?.[1] ?? NaN);
    return value >= from && value <= to ? value : undefined;
  };
  const facing = new Set(parts.find((part) => facingOnly.test(part))?.match(direction));
  const known = directions.filter((each) => facing.has(each));
  const facts: HouseFacts = {
    rooms: numberIn(/(\d{1,2})(?:室|房间)/u, 0, 99),
    halls: numberIn(/(\d{1,2})厅/u, 0, 99),
    area: numberIn(/(?<![\d.])(\d{1,6}(?:\.\d{1,4})?)\s*(?:平米|平方米|㎡|m2)/iu, 0.01, maxArea),
    facing: known.length > 0 ? known : undefined,
    floor: floorLevels.find((level) => text.includes(level)),
    floors: numberIn(/共\s*(\d{1,3})\s*层/u, 1, 200),
    year: numberIn(/(?<!\d)((?:19|20)\d\d)年/u, 1900, 2099),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

interface Offer {
  createTime: number;
  updateTime: number;
  removed: boolean;
  changeTimes: { removed?: number | undefined };
}

/** Returns for how many whole days a house has been on offer since it was first listed, or was until it was removed. */
export function daysOnMarket({ createTime, updateTime, removed, changeTimes }: Offer, now: number): number {
  const end = removed ? (changeTimes.removed ?? updateTime) : now;
  return Math.max(0, Math.floor((end - createTime) / dayMs));
}
