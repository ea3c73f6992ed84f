/** Returns the address of a stack's page, as the pages and the news link to it. */
export const stackPage = (stackName: string) => `/stack/detail?stackName=${encodeURIComponent(stackName)}`;
