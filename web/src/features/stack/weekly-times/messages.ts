import type { MissedStart } from 'shared-types/contract/stack/weekly-times';
import { formatFutureTime, formatTime } from '../../../lib/format-time.ts';

export const about =
  'The site starts the server at these times and stops it at their end. An empty server stops earlier. Its hours count towards the person who saves the times.';
/** By the number of the day, of which 0 is Sunday. */
export const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export const days = 'Days';
export const from = 'From';
export const until = 'Until';
export const add = 'Add time';
export const remove = 'Remove';
export const removeTime = (index: number) => `Remove time ${index}`;
export const timeOf = (index: number) => `Time ${index}`;
export const save = 'Save';
export const saving = 'Saving…';
export const saved = 'Saved.';
export const none = 'No times yet.';
export const notLoaded = 'Could not load the times.';
export const notSaved = 'Could not save the times.';
export const noDay = 'Choose at least one day for each time.';
export const chosenBy = (name: string) => `Saved by ${name}.`;
export const timesAreIn = (timeZone: string) => `Times are in the time zone ${timeZone}.`;
export const chooseZone = (timeZone: string) => `Use ${timeZone}`;

export const describeNextStart = (time: number, now: number) =>
  `Starts automatically at ${formatFutureTime(time, now)}.`;

/** Describes a start that the weekly times asked for in vain. */
export const describeMissed = ({ time, reason }: MissedStart, now: number) =>
  `The server did not start at ${formatTime(time, now)} as planned. ${reason}`;
