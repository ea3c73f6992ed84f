/** The phases of the boot of a server, in their order: see infra/src/game-server/scripts/boot.sh. */
export const bootPhases = ['instance', 'packages', 'world', 'image', 'game'] as const;
export type BootPhase = (typeof bootPhases)[number];
