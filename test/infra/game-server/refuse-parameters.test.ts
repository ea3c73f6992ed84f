import { describe, expect, it } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { AppConfig, cdkContext } from 'infra/config';
import { imageOf } from 'infra/game-server/images';
import { refuseParameters } from 'infra/game-server/refuse-parameters';
import { GameServer, gameServerTemplates } from 'infra/game-server/template';

const app = new App({
  analyticsReporting: false,
  // template.test.ts runs CloudFormation's own checks.
  builtinCloudFormationValidation: false,
  context: { '@aws-cdk/core:newStyleStackSynthesis': false },
});
const stacks = AppConfig.shape.stacks.parse(cdkContext()['stacks']);
const stack = new GameServer(app, 'GameServer', { game: 'bedrock', image: imageOf('bedrock', stacks), zone: null });
const template: unknown = app.synth().getStackArtifact(stack.artifactId).template;

const configured = (name: string, parameters: Record<string, string>) => ({
  name,
  parameters,
  hourlyPrice: null,
  maxUptimeHours: 6,
});
/** Returns the lines of the refusal; none when the parameters are accepted. */
function refusal(...all: ReturnType<typeof configured>[]) {
  try {
    refuseParameters(template, all);
    return [];
  } catch (error) {
    return String(error).replace('Error: ', '').split('\n');
  }
}
const refusalOf = (parameters: Record<string, string>) => refusal(configured('game', parameters)).join('\n');

describe('the parameters of a configured stack', () => {
  it.each([
    {},
    { ServerName: 'Survival', GameMode: 'creative', AllowedPlayers: 'Ann B,Bob' },
    { MemoryMiB: '500', IdleMinutes: '5', MaxPlayers: '1', GamePort: '1024' },
    { MemoryMiB: '7744', IdleMinutes: '1440', MaxPlayers: '30', GamePort: '65535', InstanceType: 't3a.large' },
    { MemoryMiB: '1600', InstanceType: 't3.small' },
    { MemoryMiB: '3648', InstanceType: 't3a.medium' },
  ])('accept %j', (parameters) => {
    expect(refusalOf(parameters)).toBe('');
  });

  it.each([
    [{ Servername: 'x' }, 'there is no parameter Servername; there are GamePort, InstanceType, PlayersCidr, '],
    // The deployment sets this parameter itself.
    [{ FileSystemId: 'fs-0123456789abcdef0' }, 'there is no parameter FileSystemId'],
    [{ toString: 'x' }, 'there is no parameter toString'],
    [{ GameMode: 'hardcore' }, 'GameMode is one of survival, creative and adventure, not hardcore'],
    [{ InstanceType: 'm5.24xlarge' }, 'InstanceType is one of t3a.small, t3.small, '],
    [{ IdleMinutes: '4' }, 'IdleMinutes is a number from 5 to 1440, not 4'],
    [{ IdleMinutes: '1441' }, 'IdleMinutes is a number from 5 to 1440, not 1441'],
    [{ MaxPlayers: 'ten' }, 'MaxPlayers is a number from 1 to 30, not ten'],
    [{ MaxPlayers: '' }, 'MaxPlayers is a number from 1 to 30, not '],
    [{ MaxPlayers: '1e1' }, 'MaxPlayers is a number from 1 to 30, not 1e1'],
    [{ PlayersCidr: '203.0.113.7' }, 'PlayersCidr may not be "203.0.113.7". The addresses from which players may come'],
    [{ MemoryMiB: '1601' }, 'a t3.small has 1600 MiB for the game, and MemoryMiB is 1601'],
    [{ InstanceType: 't3.medium', MemoryMiB: '7168' }, 'a t3.medium has 3648 MiB for the game, and MemoryMiB is 7168'],
    [{ MemoryMiB: '499' }, 'MemoryMiB may not be "499". The memory that the game may use; empty is all but'],
  ])('refuse %j', (parameters, said) => {
    expect(refusalOf(parameters)).toContain(`stacks.configured, game: ${said}`);
  });

  it('are those of the game of the stack', () => {
    const java = { ...configured('game', {}), game: 'java' as const, hourlyPrice: 0.045 };
    const templatesWith = (parameters: Record<string, string>) =>
      gameServerTemplates({ ...stacks, configured: [configured('other', {}), { ...java, parameters }] });
    expect(templatesWith({ InstanceType: 't3.large', MemoryMiB: '7000' }).map(({ game }) => game)).toEqual([
      'bedrock',
      'java',
    ]);
    for (const [parameters, said] of [
      [
        { InstanceType: 't3.small' },
        'InstanceType is one of t3a.medium, t3.medium, t3a.large and t3.large, not t3.small',
      ],
      [{ MemoryMiB: '3700' }, 'a t3a.medium has 3648 MiB for the game, and MemoryMiB is 3700'],
      [{ GameVersion: '1.26.51.1' }, 'GameVersion may not be "1.26.51.1". The version of the game, as 26.1.2'],
      [{ AllowedPlayers: 'Ann B' }, 'AllowedPlayers may not be "Ann B"'],
      [{ AllowCheats: 'true' }, 'there is no parameter AllowCheats'],
    ] as const)
      expect(() => templatesWith(parameters)).toThrow(`stacks.configured, game: ${said}`);
    const problems = AppConfig.shape.stacks.safeParse({
      ...stacks,
      configured: [{ ...java, hourlyPrice: null }],
    }).error;
    expect(problems?.issues[0]?.path).toEqual(['configured', 0, 'hourlyPrice']);
    expect(AppConfig.shape.stacks.safeParse({ ...stacks, configured: [{ ...java, game: 'chess' }] }).success).toBe(
      false,
    );
  });

  it('are checked before anything is deployed', () => {
    const servers = { ...stacks, configured: [configured('game', { Servername: 'x' })] };
    expect(() => gameServerTemplates(servers)).toThrow('there is no parameter Servername');
  });

  it('are all checked, and each invalid one is named', () => {
    const lines = refusal(configured('one', { GameMode: 'x', IdleMinutes: '0' }), configured('two', { GameMode: 'y' }));
    expect(lines.map((line) => line.split(' is ')[0])).toEqual([
      'stacks.configured, one: GameMode',
      'stacks.configured, one: IdleMinutes',
      'stacks.configured, two: GameMode',
    ]);
  });
});
