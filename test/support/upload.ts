import type { FileType } from 'shared-types/rules/chat/files';
import type { Call } from './site/caller.ts';

/** Returns the form of a presigned upload with a file in it. */
export function formOf(fields: Record<string, string>, content: Buffer): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(content)]));
  return form;
}

/** Uploads a file as a page does. Returns its id and the bucket's answer. */
export async function upload(
  { origin, call }: { origin: string; call: Call },
  content: Buffer,
  type: FileType = 'image/png',
) {
  const { fileId, form } = await call('POST /api/chat/file/upload', { body: { type, bytes: content.length } });
  const answer = await fetch(form.url, { method: 'POST', headers: { origin }, body: formOf(form.fields, content) });
  return { fileId, answer };
}
