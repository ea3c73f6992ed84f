import { describe, expect, it } from '@jest/globals';
import { describeFailure, failureCause } from 'web/features/stack/detail/failure';
import { event, log } from '../../../../../support/site/stacks.ts';

const noCapacity =
  'Resource handler returned message: "We currently do not have sufficient t3.medium capacity in the Availability Zone ' +
  'you requested (ap-northeast-1a). (Service: Ec2, Status Code: 500, Request ID: 6f5b52b5)" (HandlerErrorCode: GeneralServiceException)';

const events = [
  event(5, 'survival', 'ROLLBACK_IN_PROGRESS', 'The following resource(s) failed to create: [Server, Disk].'),
  event(4, 'Disk', 'CREATE_FAILED', 'Resource creation cancelled'),
  event(3, 'Server', 'CREATE_FAILED', noCapacity),
  event(2, 'Group', 'CREATE_FAILED', 'Resource creation cancelled'),
  event(1, 'Group', 'CREATE_FAILED'),
];

const failedStart = (reason: string | null) =>
  describeFailure({ actionLogs: [log({ syncStatus: 'FAILED', reason })], events: [] }, 'absent');
const failedStop = (reason: string) =>
  describeFailure({ actionLogs: [log({ action: 'STOP', syncStatus: 'FAILED', reason })], events: [] }, 'partlyDeleted');

describe('the cause of a failure', () => {
  it('is the first failure, not the operations that were canceled because of it', () => {
    expect(failureCause(events, 'rolledBack')).toEqual({ kind: 'create', part: 'Server', said: noCapacity });
  });

  it('is the part that could not be deleted when a stop fails', () => {
    const stuck = event(6, 'Group', 'DELETE_FAILED', 'in use');
    expect(failureCause([stuck, ...events], 'partlyDeleted')).toMatchObject({ kind: 'delete', part: 'Group' });
  });

  it('is undefined for a server that is up', () => {
    expect(failureCause(events, 'running')).toBeUndefined();
  });
});

describe('a failure', () => {
  const sentence =
    'The machine could not be created. AWS has no free machine of this kind in its zone now. Try again later.';

  it('is a sentence for a player, and CloudFormation’s own words apart', () => {
    expect(describeFailure({ actionLogs: [], events }, 'rolledBack')).toEqual({ sentence, said: noCapacity });
  });

  it('is told while it is rolled back, and no more once the next action runs', () => {
    const running = [log(), log({ syncStatus: 'FAILED' })];
    expect(describeFailure({ actionLogs: running, events }, 'rollingBack')?.sentence).toBe(sentence);
    expect(describeFailure({ actionLogs: running, events }, 'stopping')).toBeUndefined();
    expect(describeFailure({ actionLogs: [log({ syncStatus: 'SUCCEEDED' })], events }, 'running')).toBeUndefined();
  });

  it.each([
    [`Server: ${noCapacity}`, 'the machine could not be created. AWS has no free machine of this kind'],
    ['Server: (Error Code: InsufficientInstanceCapacity)', 'the machine could not be created. AWS has no free machine'],
    [
      'Server: You have reached a limit of your account.',
      'the machine could not be created. A limit of the AWS account',
    ],
    [
      'Server: You have requested more vCPU capacity than your current vCPU limit of 32',
      'the machine could not be created. A limit',
    ],
    [
      'Server: (HandlerErrorCode: ServiceLimitExceeded)',
      'the machine could not be created. A limit of the AWS account',
    ],
    [
      'BedrockIn: You are not authorized to perform this operation.',
      'the server could not be created. AWS does not let',
    ],
    ['Name: Rate exceeded', 'the address could not be created. AWS was too busy.'],
    [
      'GameAnswers: WaitCondition timed out. Received 0 conditions.',
      'the game could not be started. It took too long.',
    ],
    ['Server: Resource creation cancelled', 'the machine could not be created. It was canceled.'],
    [
      "GameAnswers: WaitCondition received failed message: 'The world could not be unpacked.' for uniqueId: survival",
      'the game could not be started. The world could not be unpacked.',
    ],
    ['CloudFormation gives no reason.', 'the server could not be created.'],
  ])('of a start says which part and why: %s', (said, begins) => {
    const failure = failedStart(`The stack could not be created. ${said}`);
    expect(failure?.sentence.startsWith(`The last start failed: ${begins}`)).toBe(true);
    expect(failure?.said).toBe(said);
  });

  it('of a stop keeps the time of the next try out of CloudFormation’s words', () => {
    const said = 'Server: resource i-1 has a dependent object (Service: Ec2)';
    expect(failedStop(`The stack cannot be deleted. ${said} The next try is in 5 minutes.`)).toEqual({
      sentence:
        'The last stop failed: the machine could not be removed. Something in AWS still uses it. The next try is in 5 minutes.',
      said,
    });
  });

  it('that CloudFormation refused is told apart from its words', () => {
    expect(failedStop('CloudFormation refused: not now')?.sentence).toMatch(/the server could not be removed\.$/);
    expect(failedStart('CloudFormation refused: Parameter GamePort is wrong')).toEqual({
      sentence: 'The last start failed: the server could not be created.',
      said: 'Parameter GamePort is wrong',
    });
  });

  it('that the site describes itself is told in its words', () => {
    expect(failedStart('The action did not start. Try again.')).toEqual({
      sentence: 'The last start failed: The action did not start. Try again.',
    });
    expect(failedStart(null)).toEqual({ sentence: 'The last start failed.' });
  });
});
