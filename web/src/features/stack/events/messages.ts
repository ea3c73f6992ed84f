export const events = 'Events';
export const noEvents = 'No events.';
export const fromTheLastRun = 'From the last run.';
export const timeline = 'Timeline';
