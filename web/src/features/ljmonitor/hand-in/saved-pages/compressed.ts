import type { Encoded } from '../../../../api/call.ts';

/** Compresses a large body. API Gateway takes JSON for text, which compressed bytes are not. */
export async function compressed(body: unknown): Promise<Encoded> {
  const bytes = new Blob([JSON.stringify(body)]).stream().pipeThrough(new CompressionStream('gzip'));
  return {
    headers: { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' },
    body: await new Response(bytes).arrayBuffer(),
  };
}
