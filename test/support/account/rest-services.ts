import * as z from 'zod';
import { type Answer, type Call, zoneWithoutFiles } from './account-state.ts';

const json = (body: object, status = 200, headers = 'application/json'): Answer => ({
  status,
  body: JSON.stringify(body),
  type: headers,
});
const xml = (body: string): Answer => ({ status: 200, body, type: 'text/xml' });
const Trial = z.object({
  CreationToken: z.string(),
  AvailabilityZoneName: z.string(),
  Encrypted: z.literal(true),
  Backup: z.literal(false),
});

interface Route {
  name: string;
  method: string;
  path: RegExp;
  answer: (call: Call, groups: string[]) => Answer;
}

const routes: Route[] = [
  {
    name: 'lambda GetAccountSettings',
    method: 'GET',
    path: /^\/2016-08-19\/account-settings\/?$/,
    answer: ({ account }) => json({ AccountLimit: { ConcurrentExecutions: account.concurrency } }),
  },
  {
    name: 'efs CreateFileSystem',
    method: 'POST',
    path: /^\/2015-02-01\/file-systems$/,
    answer({ account, body }) {
      const { CreationToken: token, AvailabilityZoneName: name } = Trial.parse(JSON.parse(body));
      const zone = account.zones.find((each) => each.name === name);
      if (!zone || zone.id === zoneWithoutFiles)
        return json({ ErrorCode: 'UnsupportedAvailabilityZone', __type: 'UnsupportedAvailabilityZone' }, 400);
      const FileSystemId = `fs-${token.length.toString(16).padStart(17, '0')}`;
      account.fileSystems.set(FileSystemId, 'creating');
      return json({ FileSystemId, LifeCycleState: 'creating' }, 201);
    },
  },
  {
    name: 'efs DeleteFileSystem',
    method: 'DELETE',
    path: /^\/2015-02-01\/file-systems\/(fs-\w+)$/,
    answer({ account }, [id = '']) {
      const state = account.fileSystems.get(id);
      if (state === 'creating') {
        account.fileSystems.set(id, 'available');
        return json(
          { ErrorCode: 'IncorrectFileSystemLifeCycleState', __type: 'IncorrectFileSystemLifeCycleState' },
          409,
        );
      }
      account.fileSystems.delete(id);
      return { status: 204, body: '', type: 'application/json' };
    },
  },
  {
    name: 'route53 ListHostedZonesByName',
    method: 'GET',
    path: /^\/2013-04-01\/hostedzonesbyname\?.*dnsname=([^&]+)/,
    answer({ account }, [name = '']) {
      // The list begins at the name, so the first zone may be another one.
      const zones = account.hostedZones
        .filter((zone) => zone.name >= name)
        .toSorted((one, other) => one.name.localeCompare(other.name));
      const found = zones.map(
        (zone) =>
          `<HostedZone><Id>/hostedzone/${zone.id}</Id><Name>${zone.name}</Name><CallerReference>x</CallerReference><Config><PrivateZone>${zone.isPrivate === true}</PrivateZone></Config></HostedZone>`,
      );
      return xml(
        `<ListHostedZonesByNameResponse><HostedZones>${found.join('')}</HostedZones><IsTruncated>false</IsTruncated><MaxItems>100</MaxItems></ListHostedZonesByNameResponse>`,
      );
    },
  },
  {
    name: 'route53 ChangeResourceRecordSets',
    method: 'POST',
    path: /^\/2013-04-01\/hostedzone\/(Z\w+)\/rrset\/?$/,
    answer({ account, body }) {
      const [, name = ''] = /<Name>([^<]+)<\/Name>/.exec(body) ?? [];
      const [, value = ''] = /<Value>([^<]+)<\/Value>/.exec(body) ?? [];
      account.records.set(name, value);
      return xml(
        '<ChangeResourceRecordSetsResponse><ChangeInfo><Id>/change/C1</Id><Status>PENDING</Status><SubmittedAt>2026-11-22T00:00:00Z</SubmittedAt></ChangeInfo></ChangeResourceRecordSetsResponse>',
      );
    },
  },
];

/** Imitates the services whose operation is in the method and the path. */
export function restServices(call: Call): Answer | undefined {
  const { method = '', url = '' } = call.request;
  for (const route of routes) {
    const found = route.path.exec(url);
    if (!found || route.method !== method) continue;
    call.account.calls.push(route.name);
    return route.answer(call, found.slice(1).map(decodeURIComponent));
  }
  return undefined;
}
