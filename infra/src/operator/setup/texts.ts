import { monthlyCost } from 'shared-types/rules/costs';
import type { AppConfig } from '../../config.ts';
import { limits } from '../../limits.ts';

/** The concurrent executions of Lambda in a new account, which the site needs at least. */
export const newAccountsConcurrency = limits.concurrentExecutions;

export const beforehand = `This prepares an AWS account for the site. It can be run again: what exists stays.

Costs, in US dollars at list prices of us-east-1: about ${monthlyCost.site} a month without visitors, ${monthlyCost.idleWorld} more for each
configured game server, and 0.03 for an hour of one. The AI provider bills its answers itself. docs/operations.md has more.

A new account cannot make CloudFront addresses before AWS has verified it: "Your account must be verified before you
can add new CloudFront resources". Ask AWS Support for it now (Account and billing, no charge); it takes a day or two.
A deployment that fails on it is rolled back, and you can repeat it.
`;

export const smallConcurrency = (found: number) =>
  `Lambda runs ${found} calls at once in this account, as in every new one. The site works with that; for several people
ask for more (free): Service Quotas, AWS Lambda, Concurrent executions`;

export const tooSmallConcurrency = (found: number) =>
  `Lambda runs ${found} calls at once in this account, and the site needs ${newAccountsConcurrency}. Ask for more (free): Service Quotas, AWS Lambda,
Concurrent executions. Then run this again.`;

interface Ending {
  isDeployed: boolean;
  domain: AppConfig['site']['domain'];
}

/** Returns the last lines, which say what to do next. */
export const ending = ({ isDeployed, domain }: Ending) => `
site.json holds these answers. It has no secret in it: keep it with your copy of the code.
Google's console needs the redirect address ${domain === null ? '<Url>' : `https://${domain.name}`}/api/auth/google/oauth2, if you use it.
Next: npm run deploy${isDeployed ? '' : ', about fifteen minutes the first time'}`;
