import type { ServiceContext } from '../service-context.ts';
import { type Cognito, createCognito } from './cognito.ts';
import { cognitoService, readPools } from './service.ts';

/** Hosts the template's user pools. */
export function hostCognito(aws: ServiceContext): Cognito {
  const { resources, dataDir, clock, mailbox, isCognitoStrict: isStrict } = aws;
  const cognito = createCognito({
    pools: readPools(resources),
    dataDir,
    clock,
    isStrict,
    onMail: (mail) => mailbox.receive(mail),
  });
  aws.services['cognito-idp'] = cognitoService(cognito, aws);
  return cognito;
}
