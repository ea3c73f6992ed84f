import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { AppConfig, cdkContext } from 'infra/config';
import { readAssembly } from 'local/template/assembly';
import { keptRecord } from '../support/account/kept-record.ts';
import { runApp, synthesize } from '../support/aws/template.ts';

const config = AppConfig.parse(cdkContext());
const { operations } = config;
const adopted = keptRecord();
const withOperations = (over: object) => ({ operations: { ...operations, ...over } });
const site = await synthesize();
const protectedSite = await synthesize(withOperations({ protected: true }));
const rebuilt = await synthesize(withOperations({ adopted }));

/** The types that people's data is in, or that their data is found by. */
const keptTypes = [
  'AWS::DynamoDB::Table',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::S3::Bucket',
  'AWS::EC2::VPC',
  'AWS::EC2::Subnet',
  'AWS::EC2::SecurityGroup',
  'AWS::EFS::FileSystem',
  'AWS::EFS::MountTarget',
  'AWS::EFS::AccessPoint',
];

describe('a first deployment that fails', () => {
  it('is rolled back completely: nothing is retained by its own creation', () => {
    expect(site.resources.filter(({ DeletionPolicy }) => DeletionPolicy === 'Retain')).toEqual([]);
  });

  it('is not kept from its rollback by any protection', () => {
    expect(site.text).not.toMatch(/"DeletionProtectionEnabled":\s*true|"DeletionProtection":\s*"ACTIVE"/);
  });

  it('leaves an empty bucket behind at most, because files come after the distribution', () => {
    const [distribution] = site.ofType('AWS::CloudFront::Distribution');
    // The bucket of the game server's template is emptied before it is deleted.
    const uploads = site
      .ofType('Custom::CDKBucketDeployment')
      .filter(({ Properties }) => Properties['RetainOnDelete'] !== false);
    const after = (id: string, seen = new Set<string>()): Set<string> => {
      const found = site.resources.find((each) => each.id === id);
      for (const next of [found?.DependsOn ?? []].flat()) {
        if (seen.has(next)) continue;
        seen.add(next);
        after(next, seen);
      }
      return seen;
    };
    expect(uploads).toHaveLength(4);
    for (const { id } of uploads) expect([...after(id)]).toContain(distribution?.id);
  });
});

describe('a removed stack', () => {
  it('keeps all data and where it is found', () => {
    for (const type of keptTypes) {
      const resources = site.ofType(type).filter(({ id }) => !id.startsWith('StacksTemplateBucket'));
      expect({ type, there: resources.length > 0 }).toEqual({ type, there: true });
      for (const { DeletionPolicy, UpdateReplacePolicy } of resources) {
        expect({ type, DeletionPolicy, UpdateReplacePolicy }).toEqual({
          type,
          DeletionPolicy: 'RetainExceptOnCreate',
          UpdateReplacePolicy: 'Retain',
        });
      }
    }
  });

  it('keeps one fixed name only, which the next deployment must not take unnoticed', () => {
    const named = /^(Name|.*Name)$/;
    // The name of a policy belongs to its role, whose own name CloudFormation makes up.
    const kept = site.resources.filter(
      ({ DeletionPolicy, Type }) => DeletionPolicy === 'RetainExceptOnCreate' && Type !== 'AWS::IAM::Policy',
    );
    const fixed = kept.flatMap(({ Type, Properties }) =>
      Object.entries(Properties)
        .filter(([name, value]) => named.test(name) && typeof value === 'string' && !value.startsWith('{{resolve'))
        .map(([, value]) => `${Type} ${String(value)}`),
    );
    expect(fixed).toEqual(['AWS::SSM::Parameter /home-page/kept/1']);
  });

  it('has versions of every file in its bucket, for a month', () => {
    const [bucket] = site.ofType('AWS::S3::Bucket').filter(({ id }) => id.startsWith('Site'));
    expect(bucket?.Properties).toMatchObject({
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: { Rules: [{ NoncurrentVersionExpiration: { NoncurrentDays: 30 } }] },
    });
  });
});

describe('operations.protected', () => {
  it('protects the tables and the user pool', () => {
    const tables = protectedSite.ofType('AWS::DynamoDB::Table');
    expect(tables).toHaveLength(7);
    for (const { Properties } of tables) expect(Properties).toMatchObject({ DeletionProtectionEnabled: true });
    const [pool] = protectedSite.ofType('AWS::Cognito::UserPool');
    expect(pool?.Properties).toMatchObject({ DeletionProtection: 'ACTIVE' });
  });

  it.each([true, false])('sets the termination protection of the stack to %s', (isProtected) => {
    const outdir = mkdtempSync(join(tmpdir(), 'protected-'));
    const context = { ...cdkContext(), ...withOperations({ protected: isProtected }) };
    runApp(outdir, { CDK_CONTEXT_JSON: JSON.stringify(context) });
    expect(readAssembly(outdir).terminationProtection).toBe(isProtected);
    rmSync(outdir, { recursive: true });
  });
});

describe('operations.adopted', () => {
  it('uses what was kept and makes none of it again', () => {
    const unused = ['Subnet', 'VPC', 'SecurityGroup'].map((type) => `AWS::EC2::${type}`);
    const made = [...unused, 'AWS::EFS::FileSystem', 'AWS::EFS::AccessPoint', 'AWS::EFS::MountTarget'];
    for (const type of [...made, 'AWS::Cognito::UserPool', 'AWS::Cognito::UserPoolClient'])
      expect(rebuilt.ofType(type)).toEqual([]);
    const { vpcId, filesGroupId, ...usedOfWorld } = adopted.world;
    // Only a stack that joins later needs these two.
    expect([vpcId, filesGroupId].every((id) => rebuilt.text.includes(id))).toBe(true);
    const ids = JSON.stringify([adopted.tables, adopted.userPool, adopted.fileBucketName, usedOfWorld]).match(
      /"[\w-]*[0-9-][\w-]*"(?!:)/g,
    );
    expect(ids).toHaveLength(17);
    for (const id of ids ?? []) expect(rebuilt.text).toContain(id.replaceAll('"', ''));
  });

  it('records the parts under the next number, so that the site can be rebuilt again', () => {
    const records = rebuilt
      .ofType('AWS::SSM::Parameter')
      .filter(({ Properties }) => String(Properties['Name']).startsWith('/home-page/kept/'));
    expect(records.map(({ Properties }) => Properties['Name'])).toEqual(['/home-page/kept/2']);
    expect(JSON.parse(String(records[0]?.Properties['Value']))).toEqual({ ...adopted, record: 2 });
  });

  it('shows and saves the files of the adopted bucket', () => {
    expect(rebuilt.text).toMatch(/img-src [^;]*\/files-eu-1-0a1b\/;/);
    expect(rebuilt.text).toMatch(/connect-src [^;]*\/files-eu-1-0a1b\/;/);
  });

  it('gives a stack that joins later a place in the same file system', async () => {
    const { 'bedrock-creative': _, ...stacks } = adopted.world.stacks;
    const joined = await synthesize(
      withOperations({
        adopted: { ...adopted, world: { ...adopted.world, stacks } },
      }),
    );
    const [point, ...others] = joined.ofType('AWS::EFS::AccessPoint').map(({ Properties }) => Properties);
    expect(others).toEqual([]);
    expect(point).toMatchObject({
      FileSystemId: adopted.world.fileSystemId,
      RootDirectory: { Path: '/bedrock-creative' },
    });
  });

  it.each(['tables', 'userPool', 'world'])('refuses to adopt without %s, because the parts belong together', (part) => {
    const { [part]: _, ...rest }: Record<string, unknown> = adopted;
    const { error } = AppConfig.safeParse({ ...config, ...withOperations({ adopted: rest }) });
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([`operations.adopted.${part}`]);
  });
});

describe('stacks.zoneLetter', () => {
  it('is confirmed by a parameter of that letter, so that a changed one stops the deployment', async () => {
    const other = await synthesize({ stacks: { ...config.stacks, zoneLetter: 'c' } });
    for (const [type, property] of [
      ['AWS::EC2::Subnet', 'AvailabilityZone'],
      ['AWS::EFS::FileSystem', 'AvailabilityZoneName'],
    ] as const) {
      expect(site.ofType(type)[0]?.Properties[property]).toBe('{{resolve:ssm:/home-page/zone/a:1}}');
      expect(other.ofType(type)[0]?.Properties[property]).toBe('{{resolve:ssm:/home-page/zone/c:1}}');
    }
    const cidrs = [site, other].map(({ ofType }) => ofType('AWS::EC2::Subnet')[0]?.Properties['CidrBlock']);
    expect(cidrs).toEqual(['10.77.0.0/26', '10.77.2.0/26']);
  });
});
