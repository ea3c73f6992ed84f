import { describe, expect, it } from '@jest/globals';
import { describePlan } from 'web/features/ljmonitor/import/describe-plan';
import { planImport } from 'web/features/ljmonitor/import/plan-import';
import { house, resblock } from '../fixtures.ts';

const plain = house({ houseId: '107104007919' });
const starred = house({ houseId: '107104015838', starred: true, note: 'Ask Ann' });
const known = { houses: [plain, starred], communities: [resblock()] };
const nothing = { houses: [], communities: [], unknownHouses: 0, unreadableRows: 0 };

describe('the plan of an import', () => {
  it('has what differs only', () => {
    const rows = [
      { houseId: plain.houseId, starred: 'TRUE', note: 'Quiet' },
      { houseId: starred.houseId, starred: 'true', note: 'Ask Bob' },
    ];
    const houses = [
      { house: plain, starred: true, note: 'Quiet' },
      { house: starred, note: 'Ask Bob' },
    ];
    expect(planImport(rows, known)).toEqual({ ...nothing, houses });
  });

  it.each([
    ['empty cells', { starred: '', note: '' }],
    ['columns that the file does not have', {}],
    ['words that are no yes or no', { starred: 'perhaps' }],
  ])('changes nothing for %s', (_, cells) => {
    expect(planImport([{ houseId: starred.houseId, ...cells }], known)).toEqual(nothing);
  });

  it('takes a star away where the file says so', () => {
    const { houses } = planImport([{ houseId: starred.houseId, starred: '否' }], known);
    expect(houses).toEqual([{ house: starred, starred: false }]);
  });

  it('knows a house by its address when a spreadsheet has rounded the id', () => {
    const url = `https://sh.lianjia.com/ershoufang/${plain.houseId}.html`;
    expect(planImport([{ houseId: '1.07104E+11', url, starred: '1' }], known).houses).toEqual([
      { house: plain, starred: true },
    ]);
  });

  it('counts the last of several rows of a house', () => {
    const rows = ['A', 'B'].map((note) => ({ houseId: plain.houseId, note }));
    expect(planImport(rows, known).houses).toEqual([{ house: plain, note: 'B' }]);
  });

  it('keeps what only an earlier row of a house says, and takes back what a later one does', () => {
    const rows = [
      { houseId: plain.houseId, starred: 'true', note: '' },
      { houseId: plain.houseId, starred: '', note: 'Quiet' },
      { houseId: starred.houseId, starred: 'false', note: 'Ask Bob' },
      { houseId: starred.houseId, starred: 'true', note: 'Ask Ann' },
    ];
    expect(planImport(rows, known).houses).toEqual([{ house: plain, starred: true, note: 'Quiet' }]);
  });

  it('has communities that are not tracked yet, by address where there is one, each once', () => {
    const url = 'https://sh.ke.com/xiaoqu/5011000000002/';
    const rows = [
      { resblockId: resblock().resblockId, name: 'here' },
      { resblockId: '5011000000001', url: '' },
      { resblockId: '5.011E+12', url },
      { resblockId: '5011000000002', url },
    ];
    expect(planImport(rows, known)).toEqual({ ...nothing, communities: ['5011000000001', url] });
  });

  it('counts what it leaves out', () => {
    const rows = [
      { houseId: '999999999999', starred: 'true' },
      { houseId: 'unknown', starred: 'true' },
      { houseId: plain.houseId, note: 'x'.repeat(501) },
      { title: 'another table' },
    ];
    expect(planImport(rows, known)).toEqual({ ...nothing, unknownHouses: 1, unreadableRows: 3 });
  });
});

describe('the description of a plan', () => {
  it('says what changes and what is left out', () => {
    const houses = [
      { house: plain, starred: true, note: 'Quiet' },
      { house: starred, starred: false, note: 'Ask Bob' },
    ];
    expect(describePlan({ houses, communities: ['1', '2'], unknownHouses: 1, unreadableRows: 2 })).toBe(
      'This will add 1 star, remove 1 star, add 1 note, replace 1 note, and track 2 communities. ' +
        'Left out: 1 house of communities that you do not track and 2 rows without an ID or with a note that is too long.',
    );
  });

  it('says when there is nothing to do', () => {
    expect(describePlan(nothing)).toBe('Everything in this file is here already.');
    expect(describePlan({ ...nothing, unreadableRows: 1 })).toBe(
      'Nothing in this file changes anything here. Left out: 1 row without an ID or with a note that is too long.',
    );
  });
});
