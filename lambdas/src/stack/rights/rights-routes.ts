import type { PeopleRights, stackRightsApi } from 'shared-types/contract/stack/rights';
import { AppError } from '../../platform/app-error.ts';
import type { Routes } from '../../platform/http/http-handler.ts';
import { findConfiguredStack, type StackList } from '../stack-list.ts';
import type { RightsStore } from './rights-store.ts';

interface PeopleRightsPorts extends StackList {
  store: RightsStore;
  /** The rights for a stack for which the owner has chosen none. */
  configuredRights: PeopleRights;
}

/** Returns the calls about the rights of people, for the owner. */
export function rightsRoutes(ports: PeopleRightsPorts): Routes<typeof stackRightsApi> {
  const { store, configuredRights } = ports;
  return {
    async getPeopleRights({ params: { stackName } }) {
      await findConfiguredStack(ports, stackName);
      const stored = (await store.listRights()).find((rights) => rights.stackName === stackName);
      const { everyone, people } = stored ?? configuredRights;
      return { data: { everyone, people, version: stored?.version ?? 0 } };
    },

    async setPeopleRights({ params: { stackName }, body: { version, ...rights } }) {
      await findConfiguredStack(ports, stackName);
      if (!(await store.putRights({ stackName, ...rights, version })))
        throw new AppError('conflict', 'The rights have changed in the meantime. Review them, then try again.');
      return {};
    },
  };
}
