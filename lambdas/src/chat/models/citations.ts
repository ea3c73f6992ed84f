import * as z from 'zod';
import type { Citation } from './model.ts';
import { optional } from './optional.ts';

/** The site keeps links to pages only, none longer than this. */
const maxUrlLength = 1000;
const maxTitleLength = 200;

const Source = z.object({
  url: optional(z.string()),
  link: optional(z.string()),
  uri: optional(z.string()),
  title: optional(z.string()),
});
/** OpenAI's Responses API has the fields of a citation in the annotation, its chat and OpenRouter have them one level below. */
const Annotation = Source.extend({ type: z.literal('url_citation'), url_citation: optional(Source) });

/** Returns the citations of a list, of addresses or of objects. What has no address of a page is left out. */
export function citationsOf(list: unknown): Citation[] {
  return Array.isArray(list) ? list.flatMap(citationOf) : [];
}

/** Returns the citations among the annotations of a text, which may also name files. */
export const annotatedCitations = (list: unknown): Citation[] =>
  (Array.isArray(list) ? list : []).flatMap((each) => {
    const { data } = Annotation.safeParse(each);
    return data ? citationOf(data.url_citation ?? data) : [];
  });

function citationOf(source: unknown): Citation[] {
  const { data } = Source.safeParse(typeof source === 'string' ? { url: source } : source);
  const url = data?.url ?? data?.link ?? data?.uri ?? '';
  if (url.length > maxUrlLength || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return [];
  return [{ url, title: (data?.title ?? '').slice(0, maxTitleLength).toWellFormed() }];
}
