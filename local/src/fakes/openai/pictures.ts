/**
 * The pictures and PDFs of a request: parts of the content of a message. A picture has an address that the provider opens, or
 * the bytes themselves (https://developers.openai.com/api/docs/guides/images-vision), a PDF its name and its bytes
 * (https://developers.openai.com/api/docs/guides/pdf-files).
 */
import * as z from 'zod';
import type { Refusal } from './refusal.ts';
import { sha256Of } from './sha256.ts';

const Url = z.string().regex(/^(https?:\/\/|data:image\/(png|jpeg|gif|webp);base64,)/);
const pdf = { filename: z.string().min(1), file_data: z.string().startsWith('data:application/pdf;base64,') };
const Part = z.union([
  z.strictObject({ type: z.literal('file'), file: z.strictObject(pdf) }),
  z.strictObject({ type: z.literal('input_file'), ...pdf }),
  z.strictObject({ type: z.enum(['text', 'input_text']), text: z.string().min(1) }),
  z.strictObject({ type: z.literal('image_url'), image_url: z.strictObject({ url: Url }) }),
  z.strictObject({ type: z.literal('input_image'), image_url: Url, detail: z.enum(['auto', 'low', 'high']) }),
]);
const Message = z.looseObject({ role: z.literal('user'), content: z.array(Part).min(1) });
const Body = z.looseObject({
  messages: z.array(z.unknown()).optional(),
  input: z.array(z.unknown()).optional(),
});

class Unreadable extends Error {}

const refusal = (message: string): Refusal => ({
  status: 400,
  type: 'invalid_request_error',
  code: 'invalid_image_url',
  message,
});

/** The first bytes of the types that OpenAI reads, in hexadecimal digits. */
const signatures: [RegExp, string][] = [
  [/^89504e470d0a1a0a/, 'PNG'],
  [/^ffd8ff/, 'JPEG'],
  [/^474946383[79]61/, 'GIF'],
  [/^52494646.{8}57454250/, 'WebP'],
];

/** Looks at a picture, and says what it has seen. An address is opened as it is, without credentials. */
async function look(url: string): Promise<string> {
  const bytes = url.startsWith('data:') ? Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') : await open(url);
  const found = signatures.find(([start]) => start.test(bytes.subarray(0, 12).toString('hex')));
  if (!found) throw new Unreadable('You uploaded an unsupported image. Please make sure your image is valid.');
  const way = url.startsWith('data:') ? 'sent along' : 'from an address';
  return `(a ${found[1]} picture of ${bytes.length} bytes, ${way}, SHA-256 ${sha256Of(bytes)})`;
}

function read({ filename, file_data: data }: { filename: string; file_data: string }): string {
  const bytes = Buffer.from(data.slice(data.indexOf(',') + 1), 'base64');
  if (!bytes.subarray(0, 1024).includes('%PDF-')) throw new Unreadable('The file is not a valid PDF.');
  return `(the PDF ${filename} of ${bytes.length} bytes, SHA-256 ${sha256Of(bytes)})`;
}

async function open(url: string) {
  const answer = await fetch(url).catch(() => undefined);
  if (!answer?.ok) throw new Unreadable(`Error while downloading ${url}.`);
  return Buffer.from(await answer.arrayBuffer());
}

/** Returns the body with a text in the place of each list of parts; or the refusal of a picture that cannot be read. */
export async function seePictures(body: unknown): Promise<{ body: unknown } | { refusal: Refusal }> {
  const { data } = Body.safeParse(body);
  if (!data) return { body };
  try {
    const [messages, input] = await Promise.all([seeAll(data.messages), seeAll(data.input)]);
    return { body: { ...data, ...(messages && { messages }), ...(input && { input }) } };
  } catch (error) {
    if (error instanceof Unreadable) return { refusal: refusal(error.message) };
    throw error;
  }
}

const seeAll = async (messages?: unknown[]) => messages && Promise.all(messages.map(see));

async function see(message: unknown): Promise<unknown> {
  const { data } = Message.safeParse(message);
  if (!data) return message;
  const texts = data.content.map(async (part) => {
    if ('text' in part) return part.text;
    if (part.type === 'file') return read(part.file);
    if (part.type === 'input_file') return read(part);
    return look(typeof part.image_url === 'string' ? part.image_url : part.image_url.url);
  });
  return { ...data, content: (await Promise.all(texts)).join('\n') };
}
