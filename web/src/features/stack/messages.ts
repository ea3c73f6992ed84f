export const noServers = 'This site has no game servers';
export const description = 'Start and stop game servers';
export const noneRunning = 'Start and stop game servers · none running';
export const countOfRunning = (length: number) => `${length} running`;
