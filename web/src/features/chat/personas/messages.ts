export const personas = 'Personas';
export const personasOf = 'Start as';
