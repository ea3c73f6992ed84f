import { describe, expect, it } from '@jest/globals';
import { type ExportedEvent, toCsv } from 'web/features/auth/activity/export-events';

const event: ExportedEvent = {
  eventRef: '1795341630000#r-1',
  time: Date.parse('2026-11-22T10:00:30Z'),
  kind: 'stackStarted',
  outcome: 'done',
  code: null,
  userId: 'cognito|ann',
  usernames: [],
  hasMoreUsernames: false,
  by: null,
  network: '203.0.113.0/24',
  browser: 'Firefox',
  requestId: 'r-1',
  route: 'POST /api/a',
  subject: 'creative',
  isNewBrowser: false,
  count: 1,
  account: 'ann@example.org',
};
const rowOf = (over: Partial<ExportedEvent>) => toCsv([{ ...event, ...over }]).split('\r\n')[1] ?? '';

describe('toCsv', () => {
  it('has a line for each event, with its time in UTC', () => {
    expect(toCsv([event])).toBe(
      'time,kind,outcome,code,count,account,userId,by,network,browser,isNewBrowser,subject,route,requestId\r\n' +
        '"2026-11-22T10:00:30.000Z","stackStarted","done","","1","ann@example.org","cognito|ann","","203.0.113.0/24",' +
        '"Firefox","false","creative","POST /api/a","r-1"\r\n',
    );
  });

  it.each(['=HYPERLINK("http://evil.example")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])(
    'lets no spreadsheet run %j as a formula',
    (subject) => {
      expect(rowOf({ subject })).toContain(`,"'${subject.slice(0, 1)}`);
    },
  );

  it('keeps quotes and commas within their cell', () => {
    expect(rowOf({ account: '"a",b@example.org' })).toContain(',"""a"",b@example.org",');
  });
});
