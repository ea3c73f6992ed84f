import { isPicture, type StoredFile } from '../files/file.ts';
import { placeholderOf, textKeyOf } from '../files/fitting-files.ts';
import type { FileBucket } from '../ports.ts';
import type { Prompt, PromptLine } from './prompt.ts';

/**
 * Returns the address of each picture and PDF of a prompt by its key: in the bucket, or with its bytes. A file that is
 * gone has none.
 */
export async function fileAddresses(
  bucket: Pick<FileBucket, 'addressOf' | 'read'>,
  { model, lines }: Pick<Prompt, 'model' | 'lines'>,
): Promise<Map<string, string>> {
  const files = lines.flatMap(({ shown = [] }) => shown);
  const addresses = new Map<string, string>();
  await Promise.all(
    files.map(async (file) => {
      const isOpened = isPicture(file) && model.pictures === 'address';
      const address = isOpened ? await bucket.addressOf(file) : await dataUrl(bucket, file);
      if (address !== undefined) addresses.set(file.key, address);
    }),
  );
  return addresses;
}

async function dataUrl(bucket: Pick<FileBucket, 'read'>, { key, type }: StoredFile) {
  const content = await bucket.read(key);
  return content && `data:${type};base64,${Buffer.from(content).toString('base64')}`;
}

/** Puts the texts of files into the lines of their questions. A file that is gone is named. */
export async function withTexts(bucket: Pick<FileBucket, 'read'>, prompt: Prompt): Promise<Prompt> {
  const lines = await Promise.all(
    prompt.lines.map(async ({ texts = [], ...line }): Promise<PromptLine> => {
      const parts = await Promise.all(texts.map((file) => textOf(bucket, file)));
      return { ...line, text: [line.text, ...parts].filter(Boolean).join('\n\n') };
    }),
  );
  return { ...prompt, lines };
}

async function textOf(bucket: Pick<FileBucket, 'read'>, file: StoredFile): Promise<string> {
  const content = await bucket.read(textKeyOf(file) ?? '');
  if (!content) return placeholderOf(file);
  return `[File ${file.name}]\n${new TextDecoder().decode(content)}\n[End of ${file.name}]`;
}
