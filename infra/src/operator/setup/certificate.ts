import {
  type ACMClient,
  DescribeCertificateCommand,
  paginateListCertificates,
  RequestCertificateCommand,
} from '@aws-sdk/client-acm';
import {
  ChangeResourceRecordSetsCommand,
  ListHostedZonesByNameCommand,
  type Route53Client,
} from '@aws-sdk/client-route-53';
import type { AppConfig } from '../../config.ts';
import { OperatorError, type Terminal } from '../terminal.ts';

export interface DomainClients {
  /** Its region is us-east-1, because CloudFront takes certificates of that region only. */
  acm: ACMClient;
  route53: Route53Client;
  pause: (ms: number) => Promise<void>;
}

type SiteDomain = NonNullable<AppConfig['site']['domain']>;

/** A validated certificate takes some minutes. */
const pauseMs = 10_000;
const maxTries = 90;

/**
 * Requests the certificate of a domain and validates it. With a zone in Route 53 both happen here. Else it prints the record
 * to set and returns undefined until the certificate has been issued.
 */
export async function prepareDomain(
  { acm, route53, pause }: DomainClients,
  name: string,
  { print }: Terminal,
): Promise<SiteDomain | undefined> {
  const certificateArn = (await findCertificate(acm, name)) ?? (await requestCertificate(acm, name));
  const hostedZoneId = await findHostedZone(route53, name);
  let isRecordSet = false;
  for (let tries = 0; tries < maxTries; tries++) {
    const { status, record } = await describe(acm, certificateArn);
    if (status === 'ISSUED') return { name, certificateArn, hostedZoneId };
    if (status !== 'PENDING_VALIDATION')
      throw new OperatorError(
        `The certificate of ${name} is ${status}: ${certificateArn}. Delete it, and run this again.`,
      );
    if (record && hostedZoneId === null) {
      print(
        `The certificate of ${name} waits for this record. Set it where the domain is managed, then run this again:`,
      );
      print(`  ${record.Name}  CNAME  ${record.Value}`);
      return undefined;
    }
    if (record && hostedZoneId !== null && !isRecordSet) {
      await setRecord(route53, hostedZoneId, record);
      print(`The certificate of ${name} is being validated, which takes some minutes.`);
      isRecordSet = true;
    }
    await pause(pauseMs);
  }
  throw new OperatorError(`The certificate of ${name} has not been validated yet. Run this again in a while.`);
}

async function findCertificate(acm: ACMClient, name: string): Promise<string | undefined> {
  const wanted = { CertificateStatuses: ['ISSUED' as const, 'PENDING_VALIDATION' as const] };
  for await (const { CertificateSummaryList: page = [] } of paginateListCertificates({ client: acm }, wanted)) {
    const found = page.find(({ DomainName }) => DomainName === name);
    if (found) return found.CertificateArn;
  }
  return undefined;
}

async function requestCertificate(acm: ACMClient, DomainName: string): Promise<string> {
  // Two requests with the same token within an hour create one certificate.
  const IdempotencyToken = DomainName.replaceAll(/\W/g, '').slice(0, 32);
  const request = { DomainName, ValidationMethod: 'DNS' as const, IdempotencyToken };
  const { CertificateArn } = await acm.send(new RequestCertificateCommand(request));
  if (CertificateArn === undefined) throw new OperatorError(`ACM did not create a certificate for ${DomainName}`);
  return CertificateArn;
}

/** The validation's record appears some seconds after the request. */
async function describe(acm: ACMClient, CertificateArn: string) {
  const { Certificate } = await acm.send(new DescribeCertificateCommand({ CertificateArn }));
  return { status: Certificate?.Status, record: Certificate?.DomainValidationOptions?.[0]?.ResourceRecord };
}

/** Finds the public zone of the domain or of the nearest domain above it. */
export async function findHostedZone(route53: Route53Client, name: string): Promise<string | null> {
  const labels = name.split('.');
  for (let skipped = 0; skipped < labels.length - 1; skipped++) {
    const DNSName = `${labels.slice(skipped).join('.')}.`;
    const { HostedZones = [] } = await route53.send(new ListHostedZonesByNameCommand({ DNSName }));
    const zone = HostedZones.find(({ Name, Config }) => Name === DNSName && Config?.PrivateZone !== true);
    if (zone?.Id !== undefined) return zone.Id.replace('/hostedzone/', '');
  }
  return null;
}

interface ValidationRecord {
  Name: string | undefined;
  Value: string | undefined;
}

async function setRecord(route53: Route53Client, HostedZoneId: string, { Name, Value }: ValidationRecord) {
  const ResourceRecordSet = { Name, Type: 'CNAME' as const, TTL: 300, ResourceRecords: [{ Value }] };
  const Changes = [{ Action: 'UPSERT' as const, ResourceRecordSet }];
  await route53.send(new ChangeResourceRecordSetsCommand({ HostedZoneId, ChangeBatch: { Changes } }));
}
