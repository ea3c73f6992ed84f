import { resourcesOfType } from '../../template/resource.ts';
import type { ServiceContext } from '../service-context.ts';
import { snsService } from './sns.ts';

/** Hosts the template's topics. */
export function hostSns({ services, resources, account, dataDir, endpoint, clock, mailbox }: ServiceContext) {
  services['sns'] = snsService({
    topics: resourcesOfType(resources, 'AWS::SNS::Topic'),
    subscriptions: resourcesOfType(resources, 'AWS::SNS::Subscription'),
    account,
    dataDir,
    endpoint,
    clock,
    onMail: (mail) => mailbox.receive(mail),
  });
}
