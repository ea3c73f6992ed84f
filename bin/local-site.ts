const { PORT } = process.env;
const defaultPort = '3000';
const port = PORT === undefined || PORT === '' ? defaultPort : PORT;

/** The address that the commands call. Node does not resolve the names below .localhost that browsers do. */
export const localOrigin = `http://localhost:${port}`;

/** The address that the local site prints for people. On another port than the default it has its own host name: see local/src/startup/port.ts. */
export const localAddress = port === defaultPort ? localOrigin : `http://p${port}.localhost:${port}`;
