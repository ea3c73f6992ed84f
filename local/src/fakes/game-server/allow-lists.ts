import type { RunningStack } from '../../aws/cloudformation/stack-parts.ts';

interface AllowList {
  /** The time that came with it. */
  sentMs: number;
  /** The stack whose server took it last. */
  stackId: string;
  isOn: boolean;
  allowed: string[];
}

/** Imitates the lists that infra/src/game-server/scripts/console.sh writes beside the world of a server, where they outlive it. */
export function allowLists() {
  const lists = new Map<string, AllowList>();

  return {
    /** Takes the lists as the document of the console has them: a word, a time, then a line for each name. Returns false when later ones have arrived. */
    set({ stackName, stackId }: RunningStack, [word, ...lines]: string[]): boolean {
      const valuesOf = (name: string) =>
        lines.flatMap((line) => new RegExp(`^${name} (.*)`).exec(line)?.slice(1) ?? []);
      const sentMs = Number(valuesOf('sent')[0] ?? 0);
      if (sentMs < (lists.get(stackName)?.sentMs ?? 0)) return false;
      lists.set(stackName, { stackId, sentMs, isOn: word === 'on', allowed: valuesOf('allowed') });
      return true;
    },

    /** Returns whether a player may join. The page's list replaces that of the deployment. The game does not tell the case of letters apart. */
    mayJoin({ stackName, stackId, allowedPlayers, allowList }: RunningStack, name: string): boolean {
      const known = lists.get(stackName);
      const isAwaited = allowList !== '' && known?.stackId !== stackId;
      const { isOn, allowed } = isAwaited
        ? { isOn: allowList === 'on', allowed: [] }
        : (known ?? { isOn: allowedPlayers.length > 0, allowed: allowedPlayers });
      return !isOn || allowed.some((each) => each.toLowerCase() === name.toLowerCase());
    },
  };
}
