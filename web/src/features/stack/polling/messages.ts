export const refresh = 'Refresh';
export const outdated = (time: string) =>
  `AWS is not responding. This is the state as of ${time}. It updates automatically.`;
export const asOf = (time: string) => `As of ${time}.`;
