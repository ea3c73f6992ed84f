export const searchModels = 'Search models';
export const searchAmong = (count: number) => `Search ${count} models`;
export const noModelFound = 'No model has these words. Try another name or provider.';
