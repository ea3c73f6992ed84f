export const housesLoaded = (count: number) => `${count} houses loaded…`;
export const n1HouseSaved = '1 house saved';
export const housesSaved = (data: number) => `${data} houses saved`;
export const couldNotExportHouses = 'Could not export the houses.';
