import { type Resource, resourcesOfType } from '../../template/resource.ts';

/** Returns the functions that a service may invoke, as the template's `AWS::Lambda::Permission`s name them. */
export const invocableBy = (principal: string, resources: readonly Resource[]) =>
  new Set(
    resourcesOfType(resources, 'AWS::Lambda::Permission')
      .filter(({ properties }) => properties['Principal'] === principal)
      .map(({ properties }) => properties['FunctionName']),
  );
