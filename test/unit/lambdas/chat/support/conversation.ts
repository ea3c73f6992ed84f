import { listening, type Speech } from './scripted-model.ts';
import type { Chat, World } from './chat-environment.ts';

export const sessionOf = (id: string) => id.slice(0, 26);
export const linesOf = ({ prompt }: Speech) => prompt.lines.map(({ text }) => text);

export async function say({ speech, working }: { speech: Speech; working: Promise<void> }, text: string) {
  await speech.say({ text });
  await speech.end();
  await working;
}

/** An answer that was asked for as often as there are texts, each said to its end. */
export async function asked(chat: Chat, ...texts: string[]) {
  const beginning = await listening(chat);
  const { world, id, listen } = beginning;
  const [first = '', ...others] = texts;
  await say(beginning, first);
  for (const text of others) {
    await world.regenerate(id);
    await say(await listen(), text);
  }
  return beginning;
}

/** What the model is told when somebody goes on. */
export async function toldNext({ world, id, listen }: Awaited<ReturnType<typeof asked>>) {
  await world.send(sessionOf(id), 'And now?');
  const next = await listen();
  await say(next, 'Well.');
  return linesOf(next.speech);
}

export const storedVersions = (world: World) => world.rows('VERSION#');

/** The last exchange, as it is shown. */
export const said = async (world: World, id: string) => {
  const [answer, question] = await world.list(sessionOf(id));
  return [question?.text, answer?.status, answer?.text];
};
