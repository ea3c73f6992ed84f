import type { ServerResponse } from 'node:http';

/** Sends the error of S3, which differs from that of the query protocol. */
export function refuseObject(response: ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  );
}
