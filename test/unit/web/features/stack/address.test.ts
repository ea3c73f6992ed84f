import { describe, expect, it } from '@jest/globals';
import { minecraftLink, serverAddress } from 'web/features/stack/address';

const output = (outputKey: string, outputValue: string) => ({ outputKey, outputValue });

describe('the address of a server', () => {
  it('is the address and the port among the outputs', () => {
    const outputs = [output('ServerPort', '19132'), output('Zone', 'a'), output('ServerAddress', '18.177.42.9')];
    expect(serverAddress(outputs)).toEqual({ host: '18.177.42.9', port: '19132' });
  });

  it('is in the link that adds the server to Minecraft', () => {
    const address = { host: '18.177.42.9', port: '19132' };
    const link = 'minecraft:?addExternalServer=my%20%26%20world|18.177.42.9';
    expect(minecraftLink('my & world', address)).toBe(`${link}:19132`);
    expect(minecraftLink('my & world', { ...address, port: undefined })).toBe(link);
  });

  it('has no port if the outputs have none, and is undefined without an address', () => {
    expect(serverAddress([output('ServerAddress', '18.177.42.9')])).toEqual({ host: '18.177.42.9', port: undefined });
    expect(serverAddress([output('ServerPort', '19132')])).toBeUndefined();
  });
});
