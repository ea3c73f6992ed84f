import { describe, expect, it } from '@jest/globals';
import { synthesize } from '../support/aws/template.ts';

const template = await synthesize();
const [bucket] = template.ofType('AWS::S3::Bucket').filter(({ id }) => id.startsWith('Uploads'));
const [distribution] = template.ofType('AWS::CloudFront::Distribution');

/** Returns the rule that lets pages of the site use one method. */
const corsOf = (method: string) => ({
  CorsRules: [
    {
      AllowedMethods: [method],
      AllowedOrigins: [{ 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [distribution?.id, 'DomainName'] }]] }],
      MaxAge: 3000,
    },
  ],
});

describe('the bucket of uploads', () => {
  it('takes uploads from pages of the site only, and lets no page read', () => {
    expect(bucket?.Properties['CorsConfiguration']).toEqual(corsOf('POST'));
  });

  it('keeps nothing longer than a day', () => {
    expect(bucket?.Properties['LifecycleConfiguration']).toMatchObject({
      Rules: [{ ExpirationInDays: 1, Status: 'Enabled' }],
    });
    expect(bucket?.Properties['VersioningConfiguration']).toBeUndefined();
  });

  it('is, with the bucket of files, all that scripts may connect to besides the site', () => {
    const policies = template
      .ofType('AWS::CloudFront::ResponseHeadersPolicy')
      .map(({ Properties }) => JSON.stringify(Properties));
    const withBucket = policies.filter((policy) => policy.includes("connect-src 'self' https://s3."));
    expect(withBucket).toHaveLength(1);
    expect(withBucket[0]).toMatch(
      /connect-src 'self' https:\/\/s3\.[^;]*AWS::Region[^;]*\/uploads-[^;]*AWS::StackId[^;]*\/ https:\/\/s3\.[^;]*\/files-[^;]*AWS::StackId[^;]*\/;/,
    );
    expect(withBucket[0]).toMatch(
      /img-src 'self' data: https:\/\/lh3\.googleusercontent\.com https:\/\/s3\.[^;]*\/files-[^;]*AWS::StackId[^;]*\/;/,
    );
  });
});

describe('the bucket of files', () => {
  it('keeps no version of a deleted file, and lets pages of the site only read the bytes', () => {
    const [files] = template.ofType('AWS::S3::Bucket').filter(({ id }) => id.startsWith('Files'));
    expect(files?.Properties).toMatchObject({ PublicAccessBlockConfiguration: { BlockPublicAcls: true } });
    expect(files?.Properties['CorsConfiguration']).toEqual(corsOf('GET'));
    for (const name of ['VersioningConfiguration', 'LifecycleConfiguration'])
      expect(files?.Properties[name]).toBeUndefined();
  });
});
