import { maxTitleLength } from 'shared-types/rules/limits';
import { formatCount, isBlank } from '../../format.ts';

/** Returns the error of a title, or an empty string. */
export function titleError(title: string) {
  if (isBlank(title)) return 'Enter a title.';
  return title.length > maxTitleLength ? `Use at most ${formatCount(maxTitleLength)} characters.` : '';
}
