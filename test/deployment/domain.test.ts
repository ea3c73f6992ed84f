import { describe, expect, it } from '@jest/globals';
import { cdkContext, AppConfig } from 'infra/config';
import { viewerRequestFunction } from 'local/aws/cloudfront/edge-function';
import * as z from 'zod';
import { synthesize } from '../support/aws/template.ts';

const deployed = AppConfig.parse(cdkContext());
const name = 'home.example.org';
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/1-2-3';
const webAclArn = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/home/473e64fd-f30b-4765-81a0-62ad96dd167a';
const withDomain = (hostedZoneId: string | null) => ({
  site: { ...deployed.site, domain: { name, certificateArn, hostedZoneId }, webAclArn },
  google: { ...deployed.google, clientId: '1-a.apps' },
});
const plain = await synthesize();
const own = await synthesize(withDomain('Z0123'));
const managedElsewhere = await synthesize(withDomain(null));
const googleOnly = await synthesize({ google: { ...deployed.google, clientId: '1-a.apps' } });
type Template = typeof plain;

const distributionOf = ({ ofType }: Template) => ofType('AWS::CloudFront::Distribution')[0]?.Properties;
const Edge = z.object({ FunctionCode: z.string() });

/** Returns the function at the edge that sees every request but calls. */
const edgeOf = ({ ofType }: Template) => {
  const [code] = ofType('AWS::CloudFront::Function')
    .map(({ Properties }) => Edge.parse(Properties).FunctionCode)
    .filter((each) => each.includes('/index.html'));
  return viewerRequestFunction({ name: 'site', code: code ?? '' }, { id: 'E1', domainName: 'd1.cloudfront.net' });
};
const get = (template: Template, host: string, path: string, query = '') =>
  edgeOf(template)(
    { method: 'GET', path, query, headers: [['host', host]], body: Buffer.alloc(0), sourceIp: '203.0.113.9' },
    'request-1',
  );

describe('a web ACL', () => {
  it('is in front of the distribution when the site has one', () => {
    expect(distributionOf(own)).toMatchObject({ DistributionConfig: { WebACLId: webAclArn } });
    expect(JSON.stringify(distributionOf(plain))).not.toContain('WebACLId');
  });
});

describe('a domain of one’s own', () => {
  it('is the distribution’s name, with its certificate and TLS 1.2 or newer', () => {
    expect(distributionOf(own)).toMatchObject({
      DistributionConfig: {
        Aliases: [name],
        ViewerCertificate: {
          AcmCertificateArn: certificateArn,
          MinimumProtocolVersion: 'TLSv1.2_2021',
          SslSupportMethod: 'sni-only',
        },
      },
    });
    expect(JSON.stringify(distributionOf(plain))).not.toMatch(/Aliases|ViewerCertificate/);
  });

  it('has records for both kinds of addresses in a zone of Route 53, and none where it is managed elsewhere', () => {
    const records = own.ofType('AWS::Route53::RecordSet').map(({ Properties }) => Properties);
    expect(records.map(({ Type }) => Type)).toEqual(['A', 'AAAA']);
    const [distribution] = own.ofType('AWS::CloudFront::Distribution');
    for (const record of records)
      expect(record).toMatchObject({
        Name: name,
        HostedZoneId: 'Z0123',
        AliasTarget: {
          DNSName: { 'Fn::GetAtt': [distribution?.id, 'DomainName'] },
          // docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-route53-recordset-aliastarget.html:
          // all distributions have this zone.
          HostedZoneId: 'Z2FDTNDATAQYW2',
        },
      });
    expect(managedElsewhere.ofType('AWS::Route53::RecordSet')).toEqual([]);
  });

  it('is the address that the deployment prints and that Google sends people back to', () => {
    const url = { Url: { Value: `https://${name}` } };
    for (const template of [own, managedElsewhere])
      expect(JSON.parse(template.text)).toMatchObject({
        Outputs: { ...url, EdgeDomain: { Value: expect.anything() } },
      });
    expect(own.text).toContain(`\\"origin\\":\\"https://${name}\\"`);
    // Without a domain it is the address that CloudFront makes up.
    expect(JSON.stringify(JSON.parse(googleOnly.text))).toMatch(
      /\\"origin\\":\\"https:\/\/",\{"Fn::GetAtt":\["SiteDistribution\w+","DomainName"\]\}/,
    );
  });

  it('takes over pages that are asked for at the address of CloudFront, with their query', async () => {
    const { answer } = z
      .object({ answer: z.object({ statusCode: z.number(), headers: z.record(z.string(), z.unknown()) }) })
      .parse(await get(own, 'd1.cloudfront.net', '/chat/1', 'q=%E4%BD%A0&tag=a&tag=b'));
    expect(answer).toMatchObject({
      statusCode: 302,
      headers: {
        location: { value: `https://${name}/chat/1?q=%E4%BD%A0&tag=a&tag=b` },
        'cache-control': { value: 'no-store' },
      },
    });
  });

  it('is served itself, and so is the address of CloudFront without one', async () => {
    for (const [template, host] of [
      [own, name],
      [plain, 'd1.cloudfront.net'],
    ] as const)
      expect(await get(template, host, '/chat/1')).toMatchObject({ request: { path: '/index.html' } });
  });
});
