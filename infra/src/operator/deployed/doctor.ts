import { ACMClient } from '@aws-sdk/client-acm';
import { CloudFormationClient, paginateListStackResources, type Stack } from '@aws-sdk/client-cloudformation';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SNSClient } from '@aws-sdk/client-sns';
import { SSMClient } from '@aws-sdk/client-ssm';
import { cdkContext, mergeSections, parseConfig } from '../../config.ts';
import { readSiteFile, useDeploymentsAccount } from '../../site-file.ts';
import { patience } from '../patience.ts';
import type { Terminal } from '../terminal.ts';
import {
  checkAddress,
  checkDomain,
  checkErrors,
  checkParameters,
  checkQuota,
  checkStack,
  checkSubscriptions,
  type Finding,
} from './checks.ts';
import { findStack, stackName } from './stack.ts';

export const outputOf = (stack: Stack, name: string): string =>
  stack.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue ?? '';

/** Reads the configuration that the next deployment would have. */
export const deploymentsConfig = () => parseConfig(mergeSections(cdkContext(), { ...readSiteFile() }));

/** Says what is wrong with the deployed site. Returns the number of faults; hints do not count. */
export async function examine({ print }: Pick<Terminal, 'print'>, now = Date.now()): Promise<number> {
  useDeploymentsAccount();
  const config = deploymentsConfig();
  const cloudFormation = new CloudFormationClient(patience);
  const stack = await findStack(cloudFormation);
  if (!stack) {
    print(`wrong  There is no stack ${stackName} here. To make it: npm run deploy`);
    return 1;
  }
  const topics: string[] = [];
  const logGroups: string[] = [];
  const pages = paginateListStackResources({ client: cloudFormation }, { StackName: stackName });
  for await (const { StackResourceSummaries = [] } of pages) {
    for (const { ResourceType, PhysicalResourceId: id } of StackResourceSummaries) {
      // The mails about an account are for its person to confirm, on the page of the account.
      if (id?.includes('-AccountMails') === false && ResourceType === 'AWS::SNS::Topic') topics.push(id);
      if (id !== undefined && ResourceType === 'AWS::Logs::LogGroup') logGroups.push(id);
    }
  }
  const edgeDomain = outputOf(stack, 'EdgeDomain');
  const checks: Check[] = [
    ['stack', () => checkStack(stack, config)],
    ['parameters', () => checkParameters(new SSMClient(patience), config)],
    ['subscriptions', () => checkSubscriptions(new SNSClient(patience), topics)],
    ['quota', () => checkQuota(new LambdaClient(patience), config)],
    ['domain', () => checkDomain(new ACMClient({ ...patience, region: 'us-east-1' }), config.site.domain, edgeDomain)],
    ['address', () => checkAddress(outputOf(stack, 'Url'))],
    ['errors', () => checkErrors(new CloudWatchLogsClient(patience), logGroups, now)],
  ];
  return report({ print }, checks);
}

/** Says whether the site answers at this address. It needs no credentials. Returns the number of faults. */
export const examineAddress = (terminal: Pick<Terminal, 'print'>, url: string): Promise<number> =>
  report(terminal, [['address', () => checkAddress(url)]]);

type Check = [name: string, check: () => Finding[] | Promise<Finding[]>];

async function report({ print }: Pick<Terminal, 'print'>, checks: Check[]): Promise<number> {
  let faults = 0;
  for (const [name, check] of checks) {
    const findings = await check();
    if (findings.length === 0) print(`ok     ${name}`);
    for (const { isWrong, text } of findings) {
      print(`${isWrong ? 'wrong ' : 'hint  '} ${text}`);
      if (isWrong) faults += 1;
    }
  }
  print(faults === 0 ? 'No problems found.' : faults === 1 ? '1 problem' : `${faults} problems`);
  return faults;
}
