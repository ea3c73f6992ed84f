import { describe, expect, it } from '@jest/globals';
import { attribute, condition, onlyIf } from 'lambdas/platform/dynamodb/condition';
import { updateItem, updateWrite } from 'lambdas/platform/dynamodb/update-item';

const place = { TableName: 'T', Key: { pk: 'A', sk: 'B' } };

describe('updateItem', () => {
  it('builds one expression with every name and value aliased', () => {
    expect(
      updateItem({
        ...place,
        set: { status: 'DONE', skipped: undefined },
        setOnce: { email: 'a@b.c' },
        setEntries: { inProgress: { 'id.1': 5 } },
        remove: ['holder'],
        removeEntries: { inProgress: ['id.2'] },
        add: { attempt: 1 },
        deleteFrom: { keys: new Set(['k']) },
        when: condition`attempt = ${3} AND (status IN (${'PENDING'}, ${'IN_PROGRESS'}) OR size(keys) < ${2})`,
      }),
    ).toEqual({
      ...place,
      UpdateExpression:
        'SET #status = :status, #email = if_not_exists(#email, :email), #inProgress.#n4 = :v2 ' +
        'REMOVE #holder, #inProgress.#n1 ADD #attempt :attempt DELETE #keys :keys',
      ConditionExpression: '#attempt = :v5 AND (#status IN (:v6, :v7) OR size(#keys) < :v8)',
      ExpressionAttributeNames: {
        '#status': 'status',
        '#email': 'email',
        '#inProgress': 'inProgress',
        '#n4': 'id.1',
        '#holder': 'holder',
        '#n1': 'id.2',
        '#attempt': 'attempt',
        '#keys': 'keys',
      },
      ExpressionAttributeValues: {
        ':status': 'DONE',
        ':email': 'a@b.c',
        ':v2': 5,
        ':attempt': 1,
        ':keys': new Set(['k']),
        ':v5': 3,
        ':v6': 'PENDING',
        ':v7': 'IN_PROGRESS',
        ':v8': 2,
      },
    });
  });

  it('copies the value that another attribute has before the write', () => {
    expect(updateItem({ ...place, copy: { before: { from: 'now', otherwise: 0 }, now: { from: 'before' } } })).toEqual({
      ...place,
      UpdateExpression: 'SET #before = if_not_exists(#now, :v0), #now = #before',
      ExpressionAttributeNames: { '#before': 'before', '#now': 'now' },
      ExpressionAttributeValues: { ':v0': 0 },
    });
  });

  it('builds the write of a transaction', () => {
    expect(updateWrite({ ...place, set: { state: 'OK' } })).toEqual({
      Update: updateItem({ ...place, set: { state: 'OK' } }),
    });
  });

  it('sends no empty expression, because DynamoDB refuses one', () => {
    expect(updateItem({ ...place, when: condition`attribute_exists(pk)` })).toEqual({
      ...place,
      ConditionExpression: 'attribute_exists(#pk)',
      ExpressionAttributeNames: { '#pk': 'pk' },
    });
  });
});

describe('condition', () => {
  it('accepts other conditions and attribute names as parts', () => {
    const free = condition`attribute_not_exists(holder) OR leaseUntilMs <= ${7}`;
    expect(onlyIf(condition`(${free}) AND attribute_not_exists(inProgress.${attribute('a-b')})`)).toEqual({
      ConditionExpression:
        '(attribute_not_exists(#holder) OR #leaseUntilMs <= :v0) AND attribute_not_exists(#inProgress.#n3)',
      ExpressionAttributeNames: {
        '#holder': 'holder',
        '#leaseUntilMs': 'leaseUntilMs',
        '#inProgress': 'inProgress',
        '#n3': 'a-b',
      },
      ExpressionAttributeValues: { ':v0': 7 },
    });
  });
});
