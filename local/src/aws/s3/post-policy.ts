/**
 * The check of a POST by the rules of https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html and
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-authentication-HTTPPOST.html; the codes of the errors are those of
 * https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
 */
import * as z from 'zod';
import { credentialOfForm, keyOfForm, type PostForm } from './post-form.ts';
import { signatureAlgorithm, signatureOf } from './signature.ts';

const Size = z.coerce.number().int().nonnegative();
const Condition = z.union([
  z.tuple([z.enum(['eq', 'starts-with']), z.string().startsWith('$'), z.string()]),
  z.tuple([z.literal('content-length-range'), Size, Size]),
  z.record(z.string(), z.string()).refine((fields) => Object.keys(fields).length === 1),
]);
type Condition = z.infer<typeof Condition>;
const Policy = z.strictObject({ expiration: z.iso.datetime(), conditions: z.array(Condition) });

export interface PostProblem {
  status: number;
  code: string;
  message: string;
}

/** "The form data and boundaries (excluding the contents of the file) cannot exceed 20 KB." */
const maxOtherBytes = 20_480;

/** Returns why S3 refuses a form that is posted to a bucket; undefined when it accepts it. */
export function postProblem(form: PostForm, bucket: string, secretKey: string, nowMs: number): PostProblem | undefined {
  const { fields, file, otherBytes } = form;
  if (file === undefined) return problem(400, 'InvalidArgument', 'POST requires exactly one file upload per request.');
  if (otherBytes > maxOtherBytes)
    return problem(
      400,
      'MaxPostPreDataLengthExceeded',
      'Your POST request fields preceding the upload file were too large.',
    );
  const encoded = fields.get('policy');
  // A bucket that is not public takes no form without a policy.
  if (encoded === undefined) return problem(403, 'AccessDenied', 'Access Denied');

  const { day, region, service, ending } = credentialOfForm(form);
  if (fields.get('x-amz-algorithm') !== signatureAlgorithm || ending !== 'aws4_request' || service !== 's3')
    return problem(400, 'InvalidArgument', 'The fields of the signature are not valid.');
  if (!(fields.get('x-amz-date') ?? '').startsWith(day))
    return problem(400, 'InvalidArgument', 'The date of the signature is not that of its credential.');
  // The text to sign is the policy as it is in the form.
  if (signatureOf(encoded, secretKey, { day, region, service }) !== fields.get('x-amz-signature')) {
    const message = 'The request signature we calculated does not match the signature you provided.';
    return problem(403, 'SignatureDoesNotMatch', message);
  }
  const policy = readPolicy(encoded);
  if (!policy) return problem(400, 'InvalidPolicyDocument', 'The content of the form does not meet its conditions.');
  if (Date.parse(policy.expiration) <= nowMs) return against('Policy expired.');

  const values = new Map([...fields, ['bucket', bucket], ['key', keyOfForm(form)]]);
  for (const condition of policy.conditions) {
    const refused = conditionProblem(condition, values, file.length);
    if (refused) return refused;
  }
  const named = new Set(policy.conditions.flatMap(fieldsOf));
  const extra = [...fields.keys()].filter((name) => !needsNoCondition(name) && !named.has(name));
  return extra.length > 0 ? against(`Extra input fields: ${extra.join(', ')}`) : undefined;
}

function readPolicy(encoded: string) {
  try {
    return Policy.safeParse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

function conditionProblem(condition: Condition, values: ReadonlyMap<string, string>, fileBytes: number) {
  if (Array.isArray(condition) && condition[0] === 'content-length-range') {
    const [, least, most] = condition;
    if (fileBytes > most)
      return problem(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size.');
    if (fileBytes < least)
      return problem(400, 'EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size.');
    return undefined;
  }
  const [match, name, wanted] = Array.isArray(condition)
    ? [condition[0], condition[1].slice(1), condition[2]]
    : (['eq', ...(Object.entries(condition)[0] ?? ['', ''])] as const);
  const value = values.get(name.toLowerCase()) ?? '';
  const holds = match === 'eq' ? value === wanted : value.startsWith(wanted);
  return holds ? undefined : against(`Policy Condition failed: ["${match}", "$${name}", "${wanted}"]`);
}

const fieldsOf = (condition: Condition) =>
  (Array.isArray(condition)
    ? [condition[0] === 'content-length-range' ? '' : condition[1].slice(1)]
    : Object.keys(condition)
  ).map((name) => name.toLowerCase());

/** "Each form field that you specify in a form (except x-amz-signature, file, policy, and field names that have an x-ignore- prefix) must appear in the list of conditions." */
const needsNoCondition = (name: string) => ['x-amz-signature', 'policy'].includes(name) || name.startsWith('x-ignore-');

const problem = (status: number, code: string, message: string): PostProblem => ({ status, code, message });
const against = (sentence: string) => problem(403, 'AccessDenied', `Invalid according to Policy: ${sentence}`);
