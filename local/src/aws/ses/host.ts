import { resourcesOfType } from '../../template/resource.ts';
import type { ServiceContext } from '../service-context.ts';
import { sesService } from './ses.ts';

/** Hosts the template's identities of SES. */
export function hostSes({ services, resources, clock, mailbox }: ServiceContext) {
  const identities = resourcesOfType(resources, 'AWS::SES::EmailIdentity').map(({ ref }) => ref);
  services['ses'] = sesService({ identities, clock, onMail: (mail) => mailbox.receive(mail) });
}
