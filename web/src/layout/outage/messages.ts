import type { Outage } from './use-outage.ts';

export const outageSentences: Record<Outage, string> = {
  offline: 'You are offline.',
  unreachable: 'The site is not responding.',
};

export const connection = 'Connection';
export const retryNow = 'Retry now';
export const showingWhatWasLoaded = (time: string) => `Showing what was loaded at ${time}. `;
export const partsAreMissing = 'Some parts of this page could not be loaded. ';
export const notLoadedBefore = 'This page was not loaded before. ';
export const tryingAgain = 'Trying again…';
export const nextTry = (max: number) => `Next try in ${max} s.`;
