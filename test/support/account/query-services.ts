import type { Account, Answer, Call } from './account-state.ts';

const xml = (body: string, status = 200): Answer => ({ status, body, type: 'text/xml' });
const member = (items: string[]) => items.map((item) => `<member>${item}</member>`).join('');
const item = (items: string[]) => items.map((each) => `<item>${each}</item>`).join('');

const operations: Record<string, (account: Account, input: URLSearchParams) => Answer> = {
  'ec2 DescribeAvailabilityZones': ({ zones }) =>
    xml(
      `<DescribeAvailabilityZonesResponse><availabilityZoneInfo>${item(
        // EC2 promises no order.
        zones.toReversed().map(({ name, id }) => `<zoneName>${name}</zoneName><zoneId>${id}</zoneId>`),
      )}</availabilityZoneInfo></DescribeAvailabilityZonesResponse>`,
    ),
  'ec2 DescribeInstanceTypeOfferings': ({ zones }, input) => {
    const [location, type] = [input.get('Filter.1.Value.1'), input.get('Filter.2.Value.1') ?? ''];
    const isOffered = zones.some(({ name, types }) => name === location && types.includes(type));
    const found = isOffered ? item([`<instanceType>${type}</instanceType><location>${location}</location>`]) : '';
    return xml(
      `<DescribeInstanceTypeOfferingsResponse><instanceTypeOfferingSet>${found}</instanceTypeOfferingSet></DescribeInstanceTypeOfferingsResponse>`,
    );
  },
  'cloudformation DescribeStacks': ({ stack }, input) => {
    const name = input.get('StackName');
    if (!stack) {
      const message = `Stack with id ${name} does not exist`;
      return xml(
        `<ErrorResponse><Error><Code>ValidationError</Code><Message>${message}</Message></Error></ErrorResponse>`,
        400,
      );
    }
    const outputs = Object.entries(stack.outputs).map(
      ([key, value]) => `<OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue>`,
    );
    return xml(
      `<DescribeStacksResponse><DescribeStacksResult><Stacks>${member([
        `<StackName>${name}</StackName><StackStatus>${stack.status}</StackStatus><CreationTime>2026-11-22T00:00:00Z</CreationTime>
         <EnableTerminationProtection>${stack.isProtected}</EnableTerminationProtection><Outputs>${member(outputs)}</Outputs>`,
      ])}</Stacks></DescribeStacksResult></DescribeStacksResponse>`,
    );
  },
  'cloudformation ListStackResources': ({ stack }) =>
    xml(
      `<ListStackResourcesResponse><ListStackResourcesResult><StackResourceSummaries>${member(
        (stack?.resources ?? []).map(
          ({ type, id }) => `<ResourceType>${type}</ResourceType><PhysicalResourceId>${id}</PhysicalResourceId>`,
        ),
      )}</StackResourceSummaries></ListStackResourcesResult></ListStackResourcesResponse>`,
    ),
  'sns ListSubscriptionsByTopic': ({ subscriptions }, input) =>
    xml(
      `<ListSubscriptionsByTopicResponse><ListSubscriptionsByTopicResult><Subscriptions>${member(
        (subscriptions.get(input.get('TopicArn') ?? '') ?? []).map(
          ({ address, arn }) => `<SubscriptionArn>${arn}</SubscriptionArn><Endpoint>${address}</Endpoint>`,
        ),
      )}</Subscriptions></ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>`,
    ),
};

/** Imitates the services that speak AWS's query protocol: the operation is a field of a form. */
export function queryServices({ account, body }: Call, service: string): Answer | undefined {
  const input = new URLSearchParams(body);
  const name = `${service} ${input.get('Action')}`;
  const operation = operations[name];
  if (!operation) return undefined;
  account.calls.push(name);
  return operation(account, input);
}
