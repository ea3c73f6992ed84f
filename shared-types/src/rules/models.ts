/** The provider no longer serves a model from its retirement day on. Days are YYYY-MM-DD in UTC. */
export const isRetired = ({ retiresOn }: { retiresOn?: string | undefined }, today: string) =>
  retiresOn !== undefined && retiresOn <= today;
