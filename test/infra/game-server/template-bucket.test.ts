import { describe, expect, it } from '@jest/globals';
import { synthesize } from '../../support/aws/template.ts';

const site = await synthesize();
const [bucket] = site.ofType('AWS::S3::Bucket').filter(({ id }) => id.startsWith('StacksTemplate'));
const [upload] = site.ofType('Custom::CDKBucketDeployment').filter(({ id }) => id.startsWith('StacksTemplate'));
const [step] = site.ofType('AWS::Lambda::Function').filter(({ id }) => id.startsWith('StacksStep'));

describe("the game server's template", () => {
  it("lies in a bucket of the site, not among the CDK's assets, which `cdk gc` may delete", () => {
    const url = JSON.stringify(step?.Properties['Environment']).match(/"TEMPLATE_URLS":(\{.*?\]\]\})/)?.[1];
    expect(url).toContain(`{"Ref":"${bucket?.id}"}`);
    expect(url).toMatch(/\/[\da-f]{64}\.json\\"/);
    expect(url).not.toContain('cdk-hnb659fds-assets');
    expect(bucket?.Properties).toMatchObject({
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
    });
  });

  it('is uploaded before a step can name it, and the one before stays', () => {
    expect(upload?.Properties).toMatchObject({ DestinationBucketName: { Ref: bucket?.id }, Prune: false });
    expect(step).toMatchObject({ DependsOn: expect.arrayContaining([upload?.id]) });
  });

  it('does not block the deletion of the site: the bucket is emptied and deleted', () => {
    expect(upload?.Properties).toMatchObject({ RetainOnDelete: false });
    expect(bucket).toMatchObject({ DeletionPolicy: 'Delete' });
  });
});
