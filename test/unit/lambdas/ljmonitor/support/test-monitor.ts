import { afterAll } from '@jest/globals';
import { startMonitorDatabase } from './monitor-environment.ts';

/** Starts the DynamoDB of a test file, which stops after its tests. */
export async function useMonitorDatabase() {
  const database = await startMonitorDatabase();
  afterAll(() => database.stop());
  return database;
}
