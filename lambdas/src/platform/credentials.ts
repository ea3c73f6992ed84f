import { fromEnv } from '@aws-sdk/credential-provider-env';

/** Replaces '@aws-sdk/credential-provider-node' in every bundle (infra/src/bundle.ts says why). */
export const defaultProvider = () => fromEnv();
