/** The beginnings of the reasons of failed actions behind which CloudFormation's own words stand. */
export const cannotCreate = 'The stack could not be created.';
export const cannotDelete = 'The stack cannot be deleted.';
export const refused = 'CloudFormation refused:';
