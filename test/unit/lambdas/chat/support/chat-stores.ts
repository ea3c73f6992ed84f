import { httpStores, workerStores } from 'lambdas/chat/compose';
import type { Table } from 'lambdas/platform/dynamodb/table';

/** Returns the stores of both functions, for tests that play the one and the other. */
export const chatStores = (table: Table) => ({ ...httpStores(table), ...workerStores(table) });
