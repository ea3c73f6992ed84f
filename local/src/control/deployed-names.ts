import { Adopted } from 'infra/adopted';
import { keptPath } from 'infra/parameter-names';
import { textOf } from '../json.ts';
import type { Resource } from '../template/resource.ts';

/**
 * Reads a name that the template writes into the Parameter Store, as the operator's commands do at the deployed site: a
 * deployment that adopts tables or a user pool uses others than its template makes.
 */
export const deployedName = (resources: readonly Resource[], parameter: string): string | undefined => {
  const found = resources.find(
    ({ type, properties }) => type === 'AWS::SSM::Parameter' && properties['Name'] === parameter,
  )?.properties['Value'];
  return typeof found === 'string' ? found : undefined;
};

/** Returns the tables that the functions use, which the template's record of what it keeps names. */
export const usedTables = (resources: readonly Resource[]): string[] =>
  resources
    .filter(({ type, ref }) => type === 'AWS::SSM::Parameter' && ref.startsWith(`${keptPath}/`))
    .flatMap(({ properties }) => Object.values(Adopted.parse(JSON.parse(textOf(properties['Value']))).tables));
