import * as z from 'zod';
import type { Account, Answer, Call } from './account-state.ts';

const json = (body: object, status = 200): Answer => ({
  status,
  body: JSON.stringify(body),
  type: 'application/x-amz-json-1.1',
});
const refused = (name: string, message = name) => json({ __type: name, message }, 400);

const Named = z.object({ Name: z.string() });
const Put = Named.extend({ Value: z.string(), Type: z.string(), Overwrite: z.boolean().default(false) });
const Path = z.object({ Path: z.string() });
const NextToken = z.object({ NextToken: z.string().default('0') });
const ByDomain = z.object({ DomainName: z.string(), IdempotencyToken: z.string().optional() });
const ByArn = z.object({ CertificateArn: z.string() });
const LogSearch = z.object({
  logGroupName: z.string(),
  startTime: z.number(),
  filterPattern: z.string().default(''),
  nextToken: z.string().optional(),
});

type Operation = (call: Call, input: unknown) => Answer;

const arnOf = ({ id }: Account, region: string, name: string) => `arn:aws:ssm:${region}:${id}:parameter${name}`;

/**
 * Returns the record by which ACM validates a certificate: docs.aws.amazon.com/acm/latest/userguide/dns-validation.html
 */
const validationOf = (domain: string) => ({ Name: `_v1.${domain}.`, Type: 'CNAME', Value: '_x1.acm-validations.aws.' });

const operations: Record<string, Operation> = {
  'AmazonSSM.GetParameter': ({ account, region }, input) => {
    const { Name } = Named.parse(input);
    const found = account.parameters.get(Name);
    if (!found) return refused('ParameterNotFound');
    return json({ Parameter: { Name, Type: found.type, Value: found.value, ARN: arnOf(account, region, Name) } });
  },
  'AmazonSSM.PutParameter': ({ account }, input) => {
    const { Name, Value, Type, Overwrite } = Put.parse(input);
    if (account.parameters.has(Name) && !Overwrite) return refused('ParameterAlreadyExists');
    account.parameters.set(Name, { type: Type, value: Value });
    return json({ Version: 1 });
  },
  'AmazonSSM.GetParametersByPath': ({ account }, input) => {
    const { Path: path } = Path.parse(input);
    const below = [...account.parameters].filter(([name]) => new RegExp(`^${path}/[^/]+$`).test(name));
    return json({ Parameters: below.map(([Name, { value, type }]) => ({ Name, Value: value, Type: type })) });
  },
  // A page may have fewer certificates than there are: docs.aws.amazon.com/acm/latest/APIReference/API_ListCertificates.html
  'CertificateManager.ListCertificates': ({ account }, input) => {
    const index = Number(NextToken.parse(input).NextToken);
    const page = account.certificates.slice(index, index + 1);
    return json({
      CertificateSummaryList: page.map(({ arn, domain }) => ({ CertificateArn: arn, DomainName: domain })),
      ...(index + 1 < account.certificates.length && { NextToken: String(index + 1) }),
    });
  },
  'CertificateManager.RequestCertificate': ({ account }, input) => {
    const { DomainName: domain, IdempotencyToken: token } = ByDomain.parse(input);
    // Within an hour a second request with the token gets the first one's certificate:
    // docs.aws.amazon.com/acm/latest/APIReference/API_RequestCertificate.html
    const known = account.certificates.find((each) => each.token !== undefined && each.token === token);
    if (known) return json({ CertificateArn: known.arn });
    const arn = `arn:aws:acm:us-east-1:${account.id}:certificate/c-${account.certificates.length + 1}`;
    account.certificates.push({ arn, domain, token, described: 0 });
    return json({ CertificateArn: arn });
  },
  'CertificateManager.DescribeCertificate': ({ account }, input) => {
    const { CertificateArn } = ByArn.parse(input);
    const found = account.certificates.find(({ arn }) => arn === CertificateArn);
    if (!found) return refused('ResourceNotFoundException');
    const { Name, Value } = validationOf(found.domain);
    const Status = account.records.get(Name) === Value ? 'ISSUED' : 'PENDING_VALIDATION';
    // The record appears only some seconds after the request.
    const ResourceRecord = found.described > 0 ? { ResourceRecord: validationOf(found.domain) } : {};
    found.described += 1;
    return json({
      Certificate: {
        CertificateArn,
        Status,
        DomainValidationOptions: [{ DomainName: found.domain, ...ResourceRecord }],
        ...(found.renewal === undefined ? {} : { RenewalSummary: { RenewalStatus: found.renewal } }),
      },
    });
  },
  'Logs_20140328.FilterLogEvents': ({ account }, input) => {
    const { logGroupName, startTime, filterPattern, nextToken } = LogSearch.parse(input);
    // A search may answer with an empty page before it has come to the end:
    // docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_FilterLogEvents.html
    if (nextToken === undefined) return json({ events: [], nextToken: 'more' });
    const terms = [...filterPattern.matchAll(/\?(?:"([^"]+)"|(\S+))/g)].map(([, quoted, word]) => quoted ?? word ?? '');
    const events = account.logs.get(logGroupName) ?? [];
    const found = events.filter(
      ({ timestamp, message }) => timestamp >= startTime && terms.some((term) => message.includes(term)),
    );
    return json({ events: found.toSorted((one, other) => one.timestamp - other.timestamp) });
  },
};

/** Imitates the services that speak JSON with the operation in a header. */
export function jsonServices(call: Call): Answer | undefined {
  const target = String(call.request.headers['x-amz-target']);
  const operation = operations[target];
  if (!operation) return undefined;
  call.account.calls.push(target.replace('.', ' '));
  // A certificate of another region does not exist for CloudFront.
  if (target.startsWith('CertificateManager') && call.region !== 'us-east-1') return refused('AccessDeniedException');
  return operation(call, JSON.parse(call.body));
}
