import type { AwsCall } from 'local/aws/endpoint';
import type { TestCloud } from '../support/aws/cloud.ts';
import { isWrite } from '../support/aws/faults.ts';
import { runWithFaultAtEachCall, type Scenario } from '../support/faults/scenario.ts';

/** Counters are written with every attempt. A counter that is wrong by one only limits one attempt earlier. */
const isStep = (call: AwsCall) => isWrite(call) && !JSON.stringify(call.input).includes('LIMIT#');

/** Lets people sign in while the function is killed at one write after the other. Returns these writes. */
export const signInWhereverKilled = (cloud: TestCloud, scenario: Scenario) =>
  runWithFaultAtEachCall(cloud, scenario, { outcome: 'crash', where: isStep });
