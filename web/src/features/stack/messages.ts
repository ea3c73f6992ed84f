export const description = 'Start and stop game servers';
export const noneRunning = (tool: string) => `${tool} · none running`;
export const countOfRunning = (length: number) => `${length} running`;
