const counted = (tokens: number, count: string) => `${count} ${tokens === 1 ? 'token' : 'tokens'}`;

export const sendsAbout = (tokens: number, count: string, cost: string | undefined) =>
  `Sends about ${counted(tokens, count)}${cost === undefined ? '' : ` for about ${cost}`}, plus the answer.`;
