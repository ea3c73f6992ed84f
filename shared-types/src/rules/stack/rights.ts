/** A person may start a server, stop it, and use its console. */
export interface StackRights {
  start: boolean;
  stop: boolean;
  command: boolean;
}

export const stackRights = ['start', 'stop', 'command'] as const;
export type StackRight = (typeof stackRights)[number];

/** These can be given to everyone who is signed in. A console can make operators, so its right is given to people by name. */
export const commonRights = ['start', 'stop'] as const;

export const maxPeople = 50;

/** A call that replaces the running server needs both, as a restart does. */
export const mayReplace = ({ start, stop }: StackRights) => start && stop;
