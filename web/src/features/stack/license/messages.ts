export const accept = 'Accept license';
export const accepting = 'Accepting…';
export const notAccepted = 'Could not accept the license.';
