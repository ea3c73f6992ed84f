import * as z from 'zod';
import { OperatorError } from '../terminal.ts';

const dockerHub = 'https://registry-1.docker.io';

/** An image for several platforms is an index, and one for a single platform is a manifest. */
const accept = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');

const Token = z.object({ token: z.string().min(1) });
const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/**
 * Asks Docker Hub for the digest of the image that a tag, as in `owner/name:latest`, names now. Throws OperatorError when there is
 * no answer. The calls are those of the OCI distribution specification (Pulling manifests, the header Docker-Content-Digest)
 * and of Docker's token authentication (distribution.github.io/distribution/spec/auth/token, read 2026-11).
 */
export async function resolveImage(image: string, registry = dockerHub): Promise<string> {
  const [repository, tag] = image.split(':');
  const ask = async (headers: Record<string, string>) =>
    answerOf(`${registry}/v2/${repository}/manifests/${tag}`, { method: 'HEAD', headers: { accept, ...headers } });

  const first = await ask({});
  const answer = first.status === 401 ? await ask({ authorization: `Bearer ${await tokenFor(first)}` }) : first;
  const digest = Digest.safeParse(answer.headers.get('docker-content-digest'));
  if (answer.ok && digest.success) return digest.data;
  throw new OperatorError(`Docker Hub does not say which image ${image} is (status ${answer.status}).`);
}

/** A refusal names the place that gives out tokens: `Bearer realm="…",service="…",scope="…"`. */
async function tokenFor(refusal: Response): Promise<string> {
  const challenge = refusal.headers.get('www-authenticate') ?? '';
  const { realm = '', ...query } = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const answer = await answerOf(`${realm}?${new URLSearchParams(query).toString()}`, {});
  const body = Token.safeParse(await answer.json().catch(() => undefined));
  if (body.success) return body.data.token;
  throw new OperatorError('Docker Hub gives out no token for reading the image.');
}

async function answerOf(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
  } catch (cause) {
    throw new OperatorError('Docker Hub cannot be reached.', { cause });
  }
}
