import * as z from 'zod';
import { type ResourceIdentity, identityOf, type StackLocation } from './attributes.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Resource } from './resource.ts';
import { isObject } from '../json.ts';

const Template = z.object({
  Parameters: z.record(z.string(), z.object({ Type: z.string(), Default: z.coerce.string().optional() })).default({}),
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Properties: z.record(z.string(), z.json()).default({}),
      DeletionPolicy: z.enum(['Delete', 'Retain', 'RetainExceptOnCreate']).default('Delete'),
      Condition: z.never().optional(),
    }),
  ),
  Outputs: z.record(z.string(), z.object({ Value: z.json(), Condition: z.never().optional() })).default({}),
});

/** The value of `AWS::NoValue`. A property with this value is left out. */
const noValue = Symbol('AWS::NoValue');
type Resolved = Json | typeof noValue;

/** Resolves every intrinsic of a template. An unknown one throws an error with its name. */
export const resolveTemplate = (
  source: unknown,
  location: StackLocation,
  parameters: Record<string, string>,
): Resource[] => resolveStack(source, location, { parameters }).resources;

interface Values {
  /** The values in the Parameter Store. */
  parameters?: Record<string, string>;
  /** The values of the template's own parameters that replace their defaults. */
  chosen?: Record<string, string>;
}

interface ResolvedStack {
  resources: Resource[];
  outputs: Record<string, string>;
}

/** Resolves a template with its outputs. */
export function resolveStack(
  source: unknown,
  location: StackLocation,
  { parameters = {}, chosen = {} }: Values,
): ResolvedStack {
  const template = Template.parse(source);
  const identities = new Map<string, ResourceIdentity>();

  const pseudo: Record<string, Resolved> = {
    'AWS::AccountId': location.account,
    'AWS::NoValue': noValue,
    'AWS::Partition': 'aws',
    'AWS::Region': location.region,
    'AWS::StackId':
      location.stackId ??
      `arn:aws:cloudformation:${location.region}:${location.account}:stack/${location.stackName}/local${location.suffix ?? ''}`,
    'AWS::StackName': location.stackName,
    'AWS::URLSuffix': 'amazonaws.com',
  };

  const intrinsics: Record<string, (argument: Json) => Resolved> = {
    Ref: (argument) => ref(text(argument)),
    'Fn::GetAtt': (argument) => attribute(text(itemOf(argument, 0)), text(itemOf(argument, 1))),
    'Fn::Join': (argument) =>
      list(itemOf(argument, 1))
        .map(text)
        .join(text(itemOf(argument, 0))),
    'Fn::Select': (argument) => itemOf(value(itemOf(argument, 1)), Number(text(itemOf(argument, 0)))),
    'Fn::Split': (argument) => text(itemOf(argument, 1)).split(text(itemOf(argument, 0))),
    'Fn::Sub': (argument) => substitute(argument),
    'Fn::Base64': (argument) => Buffer.from(text(argument)).toString('base64'),
  };

  function ref(name: string): Resolved {
    const known = pseudo[name];
    if (known !== undefined) return known;
    const parameter = template.Parameters[name];
    if (!parameter) return identity(name).ref;
    if (chosen[name] !== undefined) return chosen[name];
    if (parameter.Default === undefined) throw new Error(`The template's parameter ${name} has no value here`);
    return parameter.Type.startsWith('AWS::SSM::') ? stored(parameter.Default) : parameter.Default;
  }

  function identity(logicalId: string): ResourceIdentity {
    const known = identities.get(logicalId);
    if (known) return known;
    const resource = template.Resources[logicalId];
    if (!resource) throw new Error(`The template refers to ${logicalId}, which it does not contain`);
    const name = (property: string) => {
      const given = resource.Properties[property];
      return given === undefined ? `${location.stackName}-${logicalId}${location.suffix ?? ''}` : text(given);
    };
    const found = identityOf(resource.Type, { ...location, logicalId, name });
    identities.set(logicalId, found);
    return found;
  }

  function attribute(logicalId: string, name: string): string {
    const found = identity(logicalId).attributes[name];
    if (found !== undefined) return found;
    throw new Error(`The local cloud does not know ${name} of ${template.Resources[logicalId]?.Type} (${logicalId})`);
  }

  function substitute(argument: Json): string {
    const [pattern, names = {}] = Array.isArray(argument) ? argument : [argument];
    return text(pattern).replaceAll(/\$\{([^}]+)\}/g, (_, name: string) => {
      if (name.startsWith('!')) return `\${${name.slice(1)}}`;
      if (isObject(names) && names[name] !== undefined) return text(names[name]);
      const [logicalId = '', ...path] = name.split('.');
      return path.length > 0 ? attribute(logicalId, path.join('.')) : text({ Ref: logicalId });
    });
  }

  function stored(name: string): string {
    const found = parameters[name];
    if (found === undefined) throw new Error(`The template reads the parameter ${name}, which the seed does not make`);
    return found;
  }

  /** Resolves `{{resolve:ssm:/name}}` in a text. Secrets are read at run time, so other kinds are not imitated. */
  function withDynamicReferences(words: string): string {
    return words.replaceAll(/\{\{resolve:([^:}]+):([^:}]+)(?::\d+)?\}\}/g, (whole, service: string, name: string) => {
      if (service !== 'ssm') throw new Error(`The local cloud does not know the dynamic reference ${whole}`);
      return stored(name);
    });
  }

  function value(node: Json | undefined): Resolved {
    if (node === undefined) throw new Error('The template has an intrinsic with too few arguments');
    if (typeof node === 'string') return withDynamicReferences(node);
    if (Array.isArray(node)) return node.map(value).filter((item) => item !== noValue);
    if (!isObject(node)) return node;
    const [name, ...others] = Object.keys(node);
    if (name !== undefined && others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'))) {
      const intrinsic = intrinsics[name];
      if (!intrinsic) throw new Error(`The local cloud does not know the intrinsic ${name}`);
      return intrinsic(node[name] ?? null);
    }
    return properties(node);
  }

  function properties(node: JsonObject): JsonObject {
    const entries = Object.entries(node).map(([name, child]) => [name, value(child)] as const);
    return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== noValue));
  }

  function list(node: Json | undefined): Json[] {
    const found = value(node);
    if (Array.isArray(found)) return found;
    throw new Error(`The template has ${JSON.stringify(node)} where a list is expected`);
  }

  function text(node: Json | undefined): string {
    const found = value(node);
    if (typeof found === 'string' || typeof found === 'number') return String(found);
    throw new Error(`The template has ${JSON.stringify(node)} where a text is expected`);
  }

  return {
    resources: Object.entries(template.Resources).map(([logicalId, resource]) => ({
      logicalId,
      type: resource.Type,
      ...identity(logicalId),
      properties: properties(resource.Properties),
      ...(resource.DeletionPolicy === 'Delete' ? {} : { isRetained: true }),
    })),
    outputs: Object.fromEntries(Object.entries(template.Outputs).map(([name, output]) => [name, text(output.Value)])),
  };
}

function itemOf(node: Resolved, index: number): Json {
  const item = Array.isArray(node) ? node[index] : undefined;
  if (item === undefined)
    throw new Error(`The template has ${JSON.stringify(node)} where a list of ${index + 1} is expected`);
  return item;
}
