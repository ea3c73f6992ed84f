import { defaultPort, siteOrigin } from 'infra/operator/local-site';

const { PORT } = process.env;
const port = PORT === undefined || PORT === '' ? defaultPort : Number(PORT);

/** The address that the commands call. Node does not resolve the names below .localhost that browsers do. */
export const localOrigin = `http://localhost:${port}`;

/** The address that the local site prints for people. */
export const localAddress = siteOrigin(port);
