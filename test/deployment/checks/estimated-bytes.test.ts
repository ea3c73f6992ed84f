import { describe, expect, it } from '@jest/globals';
import { estimatedBytes } from 'infra/checks/estimated-bytes';

const arn = 'arn:aws:sqs:ap-southeast-1:123456789012:HomePage-LJMonitorRefreshQueue5D3A9C1B-0aBcDeFgHiJk';

describe('the estimated bytes', () => {
  it('of a value without references are those of its JSON', () => {
    const value = { A: 'x', B: ['柳', 1, true], C: { D: '"' } };
    expect(estimatedBytes(value)).toBe(Buffer.byteLength(JSON.stringify(value)));
  });

  it.each([
    ['an ARN', { 'Fn::GetAtt': ['LJMonitorRefreshQueue5D3A9C1B', 'Arn'] }, arn],
    ['a name', { Ref: 'AuthTable0123ABCD' }, 'HomePage-AuthTable0123ABCD-0A1B2C3D4E5F'],
    ['an id', { 'Fn::GetAtt': ['StacksGameWorldFiles0123ABCD', 'GroupId'] }, 'sg-0123456789abcdef0'],
    ['the region', { Ref: 'AWS::Region' }, 'ap-southeast-1'],
    [
      'a text with a reference',
      { 'Fn::Join': ['', ['arn:aws:s3:::', { Ref: 'SiteBucket0123ABCD' }, '/*']] },
      'arn:aws:s3:::homepage-sitebucket0123abcd-0a1b2c3d4e5f/*',
    ],
  ])('of %s have room for what CloudFormation inserts', (_, reference, inserted) => {
    const bytes = estimatedBytes(reference);
    expect(bytes).toBeGreaterThanOrEqual(JSON.stringify(inserted).length);
    expect(bytes).toBeLessThan(2 * JSON.stringify(inserted).length);
  });
});
