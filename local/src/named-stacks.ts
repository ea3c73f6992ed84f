import type { AppConfig } from 'infra/config';

/** The settings of a server with 4 GB, at the list price of us-east-1 with its address and its disk. */
const javaStack = { game: 'java', parameters: { ServerName: 'Java' }, hourlyPrice: 0.045 } as const;

/** A stack that is not configured gets the configuration of the first one. All of them can run at once, so that they can be tried. */
export function stacksNamed({ configured, ...rest }: AppConfig['stacks'], names: string[]): AppConfig['stacks'] {
  const like = (name: string) => configured.find((each) => each.name === name) ?? configured[0];
  return {
    ...rest,
    maxRunningStacks: names.length,
    configured: names.flatMap((each) => {
      const [name = '', game] = each.split(':');
      const model = like(name);
      if (!model) return [];
      return [game === 'java' ? { ...model, ...javaStack, name } : { ...model, name }];
    }),
  };
}
