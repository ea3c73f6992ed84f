/** A user's preferences, which are kept with the account. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** The tools by the first part of their paths. */
export const tools = ['ljmonitor', 'stack', 'chat'] as const;
export type Tool = (typeof tools)[number];

export interface Choices {
  theme: Theme;
  density: Density;
  /** Whether keys work without Ctrl or ⌘. */
  singleKeys: boolean;
  /** Whether Enter sends a message of the chat. Otherwise it starts a new line, and Ctrl+Enter or ⌘+Enter sends. */
  enterSends: boolean;
  /** The order of the tools on the home page and in the bar. */
  tools: readonly Tool[];
}

export const defaultChoices: Choices = {
  theme: 'system',
  density: 'comfortable',
  singleKeys: true,
  enterSends: false,
  tools,
};

const oneOf = <Option extends string>(options: readonly Option[], value: unknown, otherwise: Option): Option =>
  options.find((option) => option === value) ?? otherwise;

const isTool = (value: unknown): value is Tool => tools.some((tool) => tool === value);

/** Reads choices that another version of the site may have stored: unknown values are ignored. */
export function readChoices(stored: unknown): Choices {
  const fields: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const order = Array.isArray(fields['tools']) ? fields['tools'] : [];
  return {
    theme: oneOf(themes, fields['theme'], defaultChoices.theme),
    density: oneOf(densities, fields['density'], defaultChoices.density),
    singleKeys: fields['singleKeys'] !== false,
    enterSends: fields['enterSends'] === true,
    tools: [...new Set([...order.filter(isTool), ...tools])],
  };
}
