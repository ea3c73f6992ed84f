import type { Chat, ChatUser } from '../../unit/lambdas/chat/support/chat-environment.ts';

class Fault extends Error {}

export const moments = ['before', 'after'] as const;
export type Moment = (typeof moments)[number];

/**
 * Fails one call of the SDK or of a bucket, before or after its effect. Returns its name, or undefined if there were fewer
 * calls.
 */
export async function failCall(
  { hooks, whenIdle }: Chat,
  { ports: { uploads, files }, ports }: ChatUser,
  nth: number,
  when: Moment,
  act: () => Promise<unknown>,
): Promise<string | undefined> {
  let count = 0;
  let failed: string | undefined;
  // Calls that run at the same time begin in one order and end in another, so only those of the chosen moment count.
  const meet = (name: string, moment: Moment) => {
    if (moment !== when || (count += 1) !== nth) return;
    failed = name;
    throw new Fault(name);
  };
  const [{ find, keep }, { remove }, { copyFile }] = [{ ...uploads }, { ...files }, ports];
  const wrapped =
    <Args extends unknown[], Result>(name: string, call: (...of: Args) => Promise<Result>) =>
    async (...of: Args) => {
      meet(name, 'before');
      const result = await call(...of);
      meet(name, 'after');
      return result;
    };
  Object.assign(uploads, { find: wrapped('find', find), keep: wrapped('keep', keep) });
  Object.assign(files, { remove: wrapped('remove', remove) });
  Object.assign(ports, { copyFile: wrapped('copyFile', copyFile) });
  hooks.before = (name) => meet(name, 'before');
  hooks.after = (name) => meet(name, 'after');
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  } finally {
    // The others of its time go on after the call that failed.
    await whenIdle();
    hooks.before = undefined;
    hooks.after = undefined;
    Object.assign(uploads, { find, keep });
    Object.assign(files, { remove });
    Object.assign(ports, { copyFile });
  }
  return failed;
}

/** Runs the same with a fault at each call in turn. Returns the names of all calls. */
export async function atEachCall(run: (nth: number) => Promise<string | undefined>): Promise<string[]> {
  const names: string[] = [];
  for (let nth = 1; ; nth++) {
    const name = await run(nth);
    if (name === undefined) return names;
    names.push(name);
  }
}

export const namedKeys = async (user: ChatUser) =>
  (await user.rows('MESSAGE#'))
    .flatMap(({ files }) => (Array.isArray(files) ? files.map(({ key }) => String(key)) : []))
    .toSorted();
export const keptKeys = ({ buckets }: ChatUser) => [...buckets.kept.keys()].toSorted();
