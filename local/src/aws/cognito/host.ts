import type { ServiceContext } from '../service-context.ts';
import { type Cognito, createCognito } from './cognito.ts';
import { cognitoService, readPools } from './service.ts';

/** Hosts the template's user pools, and those that earlier deployments kept. */
export function hostCognito(aws: ServiceContext): Cognito {
  const { resources, kept, dataDir, clock, mailbox } = aws;
  const cognito = createCognito({
    pools: [...readPools(resources), ...readPools(kept)],
    dataDir,
    clock,
    onMail: (mail) => mailbox.receive(mail),
  });
  aws.services['cognito-idp'] = cognitoService(cognito, aws);
  return cognito;
}
