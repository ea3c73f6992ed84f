export const stackList = 'stack list';
export const couldNotUpdateList = 'Could not update the list.';
export const noStacks = 'This site has no game servers. Its owner adds them in cdk.json, under stacks.configured.';
export const livePaused = 'Live updates are paused.';
export const couldNotLoadHours = 'Could not load your server hours.';
export const action = 'Action';
export const status = 'Status';
export const updated = 'Updated';
export const noActions = 'No actions yet.';

const format = (hours: number) => hours.toLocaleString('en-US', { maximumFractionDigits: 1 });

export const hoursUsed = (hours: number, limit: number) =>
  `Servers that you started have run ${format(hours)} of ${format(limit)} hours this month (UTC).`;

export const createdLabel = 'CREATED';
export const updatedLabel = 'UPDATED';
export const stacks = 'Stacks';
export const allStacks = 'All stacks';
