/** CloudFormation's names are the stack's name, the logical id and a random end; ids of EC2 and EFS are shorter. */
const nameBytes = (logicalId: string) => logicalId.length + 24;
/** `arn:aws:cognito-idp:ap-southeast-1:123456789012:userpool/` and its like. */
const arnPrefixBytes = 60;
const idBytes = 24;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Returns the estimated bytes of a resolved value as compact JSON, after CloudFormation has replaced the references in
 * it.
 */
export function estimatedBytes(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + estimatedBytes(each) + 1, 1);
  if (!isObject(value)) return Buffer.byteLength(JSON.stringify(value) ?? '');
  const [[name, argument] = ['', undefined], ...others] = Object.entries(value);
  if (others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'))) return 2 + insertedBytes(name, argument);
  return Object.entries(value).reduce((sum, [key, each]) => sum + key.length + 4 + estimatedBytes(each), 1);
}

/** Returns the bytes of the text that takes the place of an intrinsic. */
function insertedBytes(name: string, argument: unknown): number {
  const given: readonly unknown[] = Array.isArray(argument) ? argument : [argument];
  const [first, second] = given;
  if (name === 'Fn::Join' && Array.isArray(second))
    return second.reduce<number>((sum, part) => sum + partBytes(part), 0);
  if (name === 'Fn::GetAtt') return second === 'Arn' ? arnPrefixBytes + nameBytes(String(first)) : idBytes;
  const isPseudo = typeof first === 'string' && first.startsWith('AWS::');
  return isPseudo ? 'ap-southeast-1'.length : nameBytes(typeof first === 'string' ? first : '');
}

/** A part is inside a text already, so it has no quotes of its own. */
const partBytes = (part: unknown) => (typeof part === 'string' ? Buffer.byteLength(part) : estimatedBytes(part) - 2);
