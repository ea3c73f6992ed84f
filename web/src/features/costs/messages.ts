export const costs = 'Costs';
export const item = 'Item';
export const used = 'Used';
export const cost = 'Cost';
export const forOwnerOnly = 'Only the owner of this site can see the costs.';
export const couldNotLoadCosts = 'Could not load the costs.';
export const aboutEstimate =
  'An estimate from what the site counts. The actual bill is in the AWS console under Billing, and the model provider bills separately.';
export const awsServices = 'AWS services';
export const aboutListPrices = (region: string, date: string) =>
  `Typical usage at the list prices of ${region} on ${date}. The free tier is deducted from the first line only. Browsing the site is not counted: 1,000 calls cost less than a cent.`;
export const modelTokens = 'Model tokens';
export const noTokensUsed = 'No tokens were used this month.';
export const unpricedModels = 'The total leaves out models without a pricePerMillion in cdk.json (chat.models).';
export const aboutTokens = (spending: string) =>
  `As counted by the provider. Tokens of stopped or interrupted answers are estimated. Used so far, of the site’s limits: ${spending}.`;
export const newModels = (value: string) =>
  `New this month: ${value}. To offer a model here, add it to chat.models or its provider in cdk.json with its price, and deploy.`;
export const serverHours = 'Server hours';
export const unpricedServers = 'The total leaves out servers without an hourlyPrice in cdk.json.';
export const aboutServerHours = (hourLimit: number) =>
  `From the start of each server to the end of its stop, by the action log. All servers together may run ${hourLimit} hours a month.`;
export const aboutWorlds = (idle: string, played: string) =>
  `A further world of 0.5 GB with its backups costs about ${idle} in a month without players, and ${played} in a month with players on every day.`;
export const noPrice = 'No price';
