import * as z from 'zod';
import type { AppConfig } from '../config.ts';

const Template = z.object({
  Parameters: z.record(
    z.string(),
    z.object({
      Description: z.string(),
      Default: z.union([z.string(), z.number()]).optional(),
      AllowedPattern: z.string().optional(),
      AllowedValues: z.array(z.string()).optional(),
      MinValue: z.number().optional(),
      MaxValue: z.number().optional(),
    }),
  ),
});
type Parameters = z.infer<typeof Template>['Parameters'];
type Parameter = Parameters[string];

/** The memory that Linux and Docker need: boot.sh leaves them as much. */
const systemMiB = 448;
const memoryMiB: Record<string, number> = { small: 2048, medium: 4096, large: 8192 };

/** Finds invalid parameters at synthesis. CloudFormation, or the server, would refuse them only at a start. */
export function refuseParameters(template: unknown, configured: AppConfig['stacks']['configured']) {
  const known = Template.parse(template).Parameters;
  const problems = configured.flatMap(({ name, parameters }) =>
    problemsOf(known, parameters).map((problem) => `stacks.configured, ${name}: ${problem}`),
  );
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

function problemsOf(known: Parameters, given: Record<string, string>): string[] {
  // The deployment itself gives the parameters without a default.
  const choices = Object.keys(known).filter((name) => known[name]?.Default !== undefined);
  const problems = Object.entries(given).flatMap(([name, value]) => {
    const parameter = choices.includes(name) ? known[name] : undefined;
    return parameter
      ? problemOf(name, value, parameter)
      : `there is no parameter ${name}; there are ${listed(choices)}`;
  });
  return problems.length > 0 ? problems : shortOfMemory(known, given);
}

function problemOf(name: string, value: string, parameter: Parameter): string[] {
  const { AllowedPattern, AllowedValues, MinValue, MaxValue, Description } = parameter;
  if (AllowedValues)
    return AllowedValues.includes(value) ? [] : [`${name} is one of ${listed(AllowedValues)}, not ${value}`];
  if (MinValue !== undefined && MaxValue !== undefined) {
    const isWithin = /^\d+$/.test(value) && Number(value) >= MinValue && Number(value) <= MaxValue;
    return isWithin ? [] : [`${name} is a number from ${MinValue} to ${MaxValue}, not ${value}`];
  }
  if (AllowedPattern === undefined || new RegExp(AllowedPattern).test(value)) return [];
  return [`${name} may not be "${value}". ${Description}: ${AllowedPattern}`];
}

/** Docker would allow the game more memory than the instance has, and Linux would kill the game while it is played. */
function shortOfMemory(known: Parameters, given: Record<string, string>): string[] {
  const valueOf = (name: string) => String(given[name] ?? known[name]?.Default);
  const type = valueOf('InstanceType');
  const maxMiB = (memoryMiB[type.split('.')[1] ?? ''] ?? 0) - systemMiB;
  const wanted = Number(valueOf('MemoryMiB'));
  return wanted <= maxMiB ? [] : [`a ${type} has ${maxMiB} MiB for the game, and MemoryMiB is ${wanted}`];
}

const listed = (names: string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
