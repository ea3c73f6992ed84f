/**
 * The settings of every client of a command. By default, the SDK waits a quarter of an hour for each of three answers, so a command
 * behind a network that swallows its calls would say nothing for most of an hour.
 */
export const patience = { requestHandler: { connectionTimeout: 5_000, socketTimeout: 10_000 } };
