/** The results of a community's last reading. Only complete readings count towards removals. */
export const resblockStates = ['NEW', 'OK', 'BLOCKED', 'INCOMPLETE', 'FAILED'] as const;

/** The states of a lookup of the community of a house. */
export const lookupStates = ['waiting', 'found', 'refused'] as const;
