/** The parameters that the stack and the operator's commands share. They are here so that no command loads the CDK for a name. */

/** `npm run invite`, `sessions` and `reset-mfa` read the names of their resources here. */
export const authTableParameter = '/home-page/auth-table';
export const sessionsTableParameter = '/home-page/sessions-table';
export const auditTableParameter = '/home-page/audit-table';
export const auditDaysParameter = '/home-page/audit-days';
export const userPoolParameter = '/home-page/user-pool';

/** `npm run reset-mfa` tells the owner of the account through the topic that is named here. */
export const mailTopicParameter = '/home-page/account-mail-topic';
export const siteNameParameter = '/home-page/site-name';

/** `npm run search-packs` calls the function that is named here. */
export const searchPacksParameter = '/home-page/search-packs-function';

/** The parameter of the secret that the edge adds to each request. `npm run setup` makes it. */
export const originVerifyParameter = '/home-page/origin-verify';

/** The parameters below this path hold the configured stacks, see domains/stack-list.ts. */
export const stackListPath = '/home-page/stacks';

/** The parameter of the Google client's secret, see docs/operations.md. */
export const googleSecretParameter = '/home-page/google-client-secret';

/** The records of what deployments keep have numbers under this path: see kept.ts. */
export const keptPath = '/home-page/kept';
export const keptParameter = (record: number) => `${keptPath}/${record}`;

/** The name of the zone with this letter. `npm run setup` makes one of them, so a deployment with another letter is refused. */
export const zonePath = '/home-page/zone';
export const zoneParameter = (letter: string) => `${zonePath}/${letter}`;

/** `cdk bootstrap` writes its version here. */
export const bootstrapParameter = '/cdk-bootstrap/hnb659fds/version';

/** The parameter of the AI provider's key. `npm run setup` asks for it. */
export const openAiKeyParameter = '/home-page/openai-key';
