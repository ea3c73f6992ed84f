/** A user's preferences, which are kept with the account. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** The tools by the first part of their paths. */
export const tools = ['ljmonitor', 'stack', 'chat'] as const;
export type Tool = (typeof tools)[number];

/** Each page brings the views with the session, so they are few and short. */
export const maxViews = 12;
export const maxViewName = 40;
export const maxViewQuery = 1000;

/** Each page brings the starters with the session, too. */
export const maxStarters = 4;
export const maxStarterLength = 200;

/** The filters and the order of the list of houses, saved under a name. */
export interface SavedView {
  name: string;
  /** The query string of the monitor's address. */
  query: string;
}

export interface Choices {
  theme: Theme;
  density: Density;
  /** Whether keys work without Ctrl or ⌘. */
  singleKeys: boolean;
  /** Whether Enter sends a message of the chat. Otherwise it starts a new line, and Ctrl+Enter or ⌘+Enter sends. */
  enterSends: boolean;
  /** Whether a model writes the titles of new conversations, on a site that has one for it. */
  titlesByModel: boolean;
  /** The order of the tools on the home page and in the bar. */
  tools: readonly Tool[];
  views: readonly SavedView[];
  /** Beginnings of questions, which the start page of the chat offers. */
  starters: readonly string[];
}

export const defaultChoices: Choices = {
  theme: 'system',
  density: 'comfortable',
  singleKeys: true,
  enterSends: false,
  titlesByModel: true,
  tools,
  views: [],
  starters: [],
};

const oneOf = <Option extends string>(options: readonly Option[], value: unknown, otherwise: Option): Option =>
  options.find((option) => option === value) ?? otherwise;

const isTool = (value: unknown): value is Tool => tools.some((tool) => tool === value);

const isText = (value: unknown) => typeof value === 'string';

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'query' in value &&
  typeof value.query === 'string';

/** Reads choices that another version of the site may have stored: unknown values are ignored. */
export function readChoices(stored: unknown): Choices {
  const fields: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const order = Array.isArray(fields['tools']) ? fields['tools'] : [];
  return {
    theme: oneOf(themes, fields['theme'], defaultChoices.theme),
    density: oneOf(densities, fields['density'], defaultChoices.density),
    singleKeys: fields['singleKeys'] !== false,
    enterSends: fields['enterSends'] === true,
    titlesByModel: fields['titlesByModel'] !== false,
    tools: [...new Set([...order.filter(isTool), ...tools])],
    views: Array.isArray(fields['views']) ? fields['views'].filter(isView) : [],
    starters: Array.isArray(fields['starters']) ? fields['starters'].filter(isText) : [],
  };
}
