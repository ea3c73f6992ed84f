import { readHouseLookup, type ReadLookupPorts } from './house-lookups/read-house-lookup.ts';
import { type IndexPorts, updateHouseIndex } from './houses/house-index.ts';
import type { RefreshMessage } from './message.ts';
import { tellHouses, type TellPorts } from './news/tell-houses.ts';
import { performStep, type StepPorts } from './refresh/refresh-worker.ts';

export type WorkerPorts = StepPorts & IndexPorts & ReadLookupPorts & TellPorts;

/** Creates the worker of the refresh queue. */
export const monitorWorker = (ports: WorkerPorts) => async (message: RefreshMessage) => {
  switch (message.kind) {
    case 'step':
      return performStep(ports, message);
    case 'index':
      return updateHouseIndex(ports, message);
    case 'house':
      return readHouseLookup(ports, message);
    case 'news':
      return tellHouses(ports, message);
  }
};
