import { describe, expect, it } from '@jest/globals';
import type { Json } from 'local/json';
import { resolveTemplate } from 'local/template/resolve';

const place = { account: '000000000000', region: 'us-east-1', stackName: 'Site', endpointOrigin: 'http://127.0.0.1:9' };

/** Resolves the value of a queue's property. The template also has a table and a parameter that it may refer to. */
function resolved(value: Json) {
  const template = {
    Parameters: { BootstrapVersion: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/bootstrap' } },
    Resources: {
      Table: { Type: 'AWS::DynamoDB::Table', Properties: {} },
      Queue: { Type: 'AWS::SQS::Queue', Properties: { Tags: value } },
    },
  };
  const resources = resolveTemplate(template, place, { '/bootstrap': '30', '/secret': 'hush' });
  return resources.find(({ logicalId }) => logicalId === 'Queue')?.properties['Tags'];
}

describe('resolving a template', () => {
  it.each<[string, Json, Json]>([
    ['a name', { Ref: 'Table' }, 'Site-Table'],
    ['an address, which is the endpoint’s', { Ref: 'Queue' }, 'http://127.0.0.1:9/000000000000/Site-Queue'],
    ['an ARN', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:aws:dynamodb:us-east-1:000000000000:table/Site-Table'],
    ['a pseudo parameter', { Ref: 'AWS::Region' }, 'us-east-1'],
    ['a parameter from the parameter store', { Ref: 'BootstrapVersion' }, '30'],
    ['a joined text', { 'Fn::Join': ['/', ['a', { Ref: 'Table' }]] }, 'a/Site-Table'],
    ['a selected part', { 'Fn::Select': [1, { 'Fn::Split': ['-', { Ref: 'Table' }] }] }, 'Table'],
    [
      'a text with names',
      { 'Fn::Sub': '${Table} in ${AWS::Region}, ${!literally}' },
      'Site-Table in us-east-1, ${literally}',
    ],
    ['a text with an attribute', { 'Fn::Sub': 'at ${Queue.QueueName}' }, 'at Site-Queue'],
    ['a text with names of its own', { 'Fn::Sub': ['${what}', { what: { Ref: 'Table' } }] }, 'Site-Table'],
    ['a dynamic reference', 'is {{resolve:ssm:/secret}}', 'is hush'],
    ['nothing', [1, { Ref: 'AWS::NoValue' }, { gone: { Ref: 'AWS::NoValue' } }], [1, {}]],
  ])('gives %s', (_, value, expected) => {
    expect(resolved(value)).toEqual(expected);
  });

  it.each<[string, Json, string]>([
    ['intrinsic', { 'Fn::ImportValue': 'x' }, 'the intrinsic Fn::ImportValue'],
    ['attribute', { 'Fn::GetAtt': ['Table', 'StreamArn'] }, 'StreamArn of AWS::DynamoDB::Table (Table)'],
    ['logical id', { Ref: 'Nobody' }, 'Nobody, which it does not contain'],
    ['parameter', '{{resolve:ssm:/other}}', 'the parameter /other'],
    ['kind of secret', '{{resolve:secretsmanager:x}}', '{{resolve:secretsmanager:x}}'],
  ])('refuses an unknown %s by name', (_, value, words) => {
    expect(() => resolved(value)).toThrow(words);
  });

  it('refuses an unknown resource type by name', () => {
    const template = { Resources: { Game: { Type: 'AWS::GameLift::Fleet' } } };
    expect(() => resolveTemplate(template, place, {})).toThrow('does not know AWS::GameLift::Fleet (Game)');
  });

  it('refuses a resource with a condition', () => {
    const template = { Resources: { Queue: { Type: 'AWS::SQS::Queue', Condition: 'Sometimes' } } };
    expect(() => resolveTemplate(template, place, {})).toThrow('Condition');
  });
});
