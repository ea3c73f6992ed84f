import { availableEngines } from 'local/aws/dynamodb/engine';

/** Every engine that runs on this system: for `describe.each`. Finding them starts a JVM, which takes about a second. */
export const engines = availableEngines();
