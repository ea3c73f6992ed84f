import * as z from 'zod';
import { CloudFormationError } from './error.ts';

export const TemplateParameters = z.record(
  z.string(),
  z.looseObject({
    Type: z.string(),
    Default: z.union([z.string(), z.number()]).transform(String).optional(),
    AllowedPattern: z.string().optional(),
    AllowedValues: z.array(z.string()).optional(),
    MinValue: z.number().optional(),
    MaxValue: z.number().optional(),
  }),
);
type TemplateParameters = z.infer<typeof TemplateParameters>;

/** Refuses unknown, missing and out-of-bounds parameters in CloudFormation's own words. */
export function refuseParameters(known: TemplateParameters, given: Record<string, string>) {
  const names = Object.keys(known);
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw refused(`Parameters: [${unknown.join(', ')}] do not exist in the template`);
  const missing = names.filter((name) => (given[name] ?? known[name]?.Default) === undefined);
  if (missing.length > 0) throw refused(`Parameters: [${missing.join(', ')}] must have values`);
  for (const [name, bounds] of Object.entries(known)) {
    const violation = violationOf(given[name] ?? bounds.Default ?? '', bounds);
    if (violation !== undefined) throw refused(`Parameter '${name}' must ${violation}`);
  }
}

const refused = (message: string) => new CloudFormationError('ValidationError', message);

function violationOf(value: string, bounds: TemplateParameters[string]): string | undefined {
  const { Type, AllowedPattern, AllowedValues, MinValue, MaxValue } = bounds;
  if (AllowedValues && !AllowedValues.includes(value)) return 'be one of AllowedValues';
  if (AllowedPattern !== undefined && !new RegExp(AllowedPattern).test(value)) return `match pattern ${AllowedPattern}`;
  if (Type !== 'Number') return undefined;
  const number = Number(value);
  if (value === '' || Number.isNaN(number)) return 'be a number';
  if (MinValue !== undefined && number < MinValue) return `be a number not less than ${MinValue}`;
  if (MaxValue !== undefined && number > MaxValue) return `be a number not greater than ${MaxValue}`;
  return undefined;
}
