import type { OperatorCommand } from 'infra/operator/operator';
import * as z from 'zod';
import { askLocalSite, localAddress } from './local-site.ts';

const Done = z.object({ said: z.string() });

/**
 * Runs a command about one person at the site on this machine. Only `--deployed` reaches the deployed site, so that a
 * command meant for a test never runs there by accident.
 */
export async function runFromCommandLine(
  usage: string,
  actOf: (options: readonly string[]) => OperatorCommand | undefined,
) {
  const words = process.argv.slice(2);
  const [username, ...others] = words.filter((word) => !word.startsWith('--'));
  const options = words.filter((word) => word.startsWith('--') && word !== '--deployed');
  const act = actOf(options);
  try {
    if (username === undefined || others.length > 0 || act === undefined) throw new Error(usage);
    const said = words.includes('--deployed')
      ? await runAtDeployedSite(act, username)
      : await runAtLocalSite(act, username);
    console.log(said);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

async function runAtLocalSite(act: OperatorCommand, username: string): Promise<string> {
  const { said } = Done.parse(await askLocalSite('operator', { act, username }));
  return `${said}\n(at ${localAddress})`;
}

async function runAtDeployedSite(act: OperatorCommand, username: string): Promise<string> {
  const { deployedSite, runOperatorCommand: operate } = await import('infra/operator/operator');
  const { sentenceOf } = await import('infra/operator/terminal');
  try {
    return `${await operate(await deployedSite(), act, username)}\n(at the deployed site)`;
  } catch (error) {
    throw new Error(sentenceOf(error), { cause: error });
  }
}
