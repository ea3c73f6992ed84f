/** The form of a POST by https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTForms.html */
import type { IncomingHttpHeaders } from 'node:http';

export interface PostForm {
  /** The fields before the file, by their names in lower case. */
  fields: ReadonlyMap<string, string>;
  file: Buffer | undefined;
  fileName: string;
  /** The size of everything but the file. */
  otherBytes: number;
}

/** Reads the form of a request; undefined for any other request. */
export async function readPostForm(
  method: string | undefined,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<PostForm | undefined> {
  const type = headers['content-type'] ?? '';
  if (method !== 'POST' || !type.startsWith('multipart/form-data')) return undefined;
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    // "The file or content must be the last field in the form. Any fields below it are ignored."
    if (name.toLowerCase() === 'file') {
      const file = typeof value === 'string' ? Buffer.from(value) : Buffer.from(await value.arrayBuffer());
      const fileName = typeof value === 'string' ? '' : value.name;
      return { fields, file, fileName, otherBytes: body.length - file.length };
    }
    fields.set(name.toLowerCase(), typeof value === 'string' ? value : '');
  }
  return { fields, file: undefined, fileName: '', otherBytes: body.length };
}

/** Returns the key of the object. `${filename}` in the field stands for the name of the file. */
export const keyOfForm = ({ fields, fileName }: PostForm) =>
  (fields.get('key') ?? '').replaceAll('${filename}', () => fileName.slice(fileName.lastIndexOf('/') + 1));

/** Returns the access key and the service in a form's credential, `<key>/<day>/<region>/<service>/aws4_request`. */
export function credentialOfForm({ fields }: PostForm) {
  const [accessKeyId = '', day = '', region = '', service = '', ending = ''] = (
    fields.get('x-amz-credential') ?? ''
  ).split('/');
  return { accessKeyId, day, region, service, ending };
}
