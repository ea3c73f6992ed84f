import { parseXML } from '@aws-sdk/xml-builder';
import * as z from 'zod';
import { log } from '../../platform/log.ts';
import { requestSigner } from '../../platform/signing/request-signer.ts';
import type { MachineState } from '../ports.ts';

const timeoutMs = 4000;

const Check = z.object({ status: z.string() });
const Status = z.object({
  instanceState: z.object({ name: z.string() }),
  systemStatus: Check,
  instanceStatus: Check,
});
const Answer = z.object({
  DescribeInstanceStatusResponse: z.object({
    // An element without children is read as a text.
    instanceStatusSet: z.union([z.object({ item: Status }), z.string().transform(() => undefined)]),
  }),
});
const Refusal = z.object({ Response: z.object({ Errors: z.object({ Error: z.object({ Code: z.string() }) }) }) });

/** These states come before the game answers, and while it runs: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_InstanceState.html */
const aliveStates = ['pending', 'running'];

/**
 * Asks EC2 for its status checks of an instance. The request is signed here, because EC2's own client has the shapes of all its calls and would make
 * the function three times as large. See https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeInstanceStatus.html
 */
export function ec2MachineState(ec2Url: string): (instanceId: string) => Promise<MachineState> {
  const { protocol, hostname, host } = new URL(ec2Url);
  const { signer } = requestSigner('ec2');
  return async (instanceId) => {
    const body = new URLSearchParams({
      Action: 'DescribeInstanceStatus',
      Version: '2016-11-15',
      'InstanceId.1': instanceId,
      // Without it EC2 leaves out an instance that is stopped or terminated.
      IncludeAllInstances: 'true',
    }).toString();
    const headers = { host, 'content-type': 'application/x-www-form-urlencoded' };
    try {
      const signed = await signer.sign({ method: 'POST', protocol, hostname, path: '/', headers, body });
      const answer = await fetch(ec2Url, {
        method: 'POST',
        headers: signed.headers,
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      return machineStateOf(answer.ok, parseXML(await answer.text()));
    } catch (error) {
      log('warn', 'status of the instance unknown', { key: instanceId, error });
      return 'unknown';
    }
  };
}

function machineStateOf(isAnswer: boolean, content: unknown): MachineState {
  if (!isAnswer) {
    const code = Refusal.parse(content).Response.Errors.Error.Code;
    // EC2 forgets a terminated instance after about an hour.
    if (code === 'InvalidInstanceID.NotFound') return 'gone';
    throw new Error(`EC2 answered ${code}`);
  }
  const status = Answer.parse(content).DescribeInstanceStatusResponse.instanceStatusSet?.item;
  if (!status || !aliveStates.includes(status.instanceState.name)) return 'gone';
  return [status.systemStatus, status.instanceStatus].some((check) => check.status === 'impaired')
    ? 'impaired'
    : 'works';
}
