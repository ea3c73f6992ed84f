/**
 * `npm run search-packs -- <email>` reads all conversations of a person, and rebuilds the packs in which searches of the chat look.
 * `--all` does it for everyone.
 */
import { type PackedSite, rebuildAll } from 'infra/operator/search-packs';
import { OperatorError, runInTerminal } from 'infra/operator/terminal';
import { RebuiltPacks } from 'shared-types/contract/chat/search-packs';
import * as z from 'zod';
import { askLocalSite } from './local-site.ts';

const usage = 'npm run search-packs -- <email> | --all [--deployed]';

const People = z.object({ people: z.array(z.string()) });

/** One conversation of years takes longer than other commands. */
const patienceMs = 70_000;

const localPacks: PackedSite = {
  findPeople: async (username) => People.parse(await askLocalSite('packs/people', { username })).people,
  rebuild: async (part) => RebuiltPacks.parse(await askLocalSite('packs', part, patienceMs)),
};

await runInTerminal(async (terminal) => {
  const words = process.argv.slice(2);
  const [username, ...others] = words.filter((word) => !word.startsWith('--'));
  const options = words.filter((word) => word.startsWith('--') && word !== '--deployed');
  const isForAll = options.join() === '--all' && username === undefined;
  const isForOne = options.length === 0 && username !== undefined && others.length === 0;
  if (!isForAll && !isForOne) throw new OperatorError(usage);
  await rebuildAll(words.includes('--deployed') ? await deployedPacks() : localPacks, username, terminal);
  return 0;
});

async function deployedPacks(): Promise<PackedSite> {
  const deployed = await import('infra/operator/deployed/packs');
  return deployed.deployedPacks();
}
