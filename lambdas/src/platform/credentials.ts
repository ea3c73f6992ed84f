import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Stands in for '@aws-sdk/credential-provider-node' in every bundle. A function's credentials are always in its
 * environment; the SDK's search through profiles, single sign-on and token files would be a third of each cold start.
 */
export const defaultProvider = () => fromEnv();
