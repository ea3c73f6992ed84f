import { conversationIdOf } from 'shared-types/rules/message-status';
import { startAnswer, type ScriptedAnswer } from './scripted-model.ts';
import type { Chat, ChatUser } from './chat-environment.ts';

export const promptTexts = ({ prompt }: ScriptedAnswer) => prompt.lines.map(({ text }) => text);

export async function completeAnswer(
  { scripted, working }: { scripted: ScriptedAnswer; working: Promise<void> },
  text: string,
) {
  await scripted.write({ text });
  await scripted.end();
  await working;
}

/** Begins an answer, and regenerates it until it has had each of the texts. */
export async function answerWith(chat: Chat, ...texts: string[]) {
  const started = await startAnswer(chat);
  const { user, id, startNextAnswer } = started;
  const [first = '', ...others] = texts;
  await completeAnswer(started, first);
  for (const text of others) {
    await user.regenerate(id);
    await completeAnswer(await startNextAnswer(), text);
  }
  return started;
}

/** Asks the next question of the conversation, and returns the texts that the model receives. */
export async function nextPrompt({ user, id, startNextAnswer }: Awaited<ReturnType<typeof answerWith>>) {
  await user.send(conversationIdOf(id), 'And now?');
  const next = await startNextAnswer();
  await completeAnswer(next, 'Well.');
  return promptTexts(next.scripted);
}

export const storedVersions = (user: ChatUser) => user.rows('VERSION#');

/** Returns the last exchange as it is shown. */
export const lastExchange = async (user: ChatUser, id: string) => {
  const [answer, question] = await user.list(conversationIdOf(id));
  return [question?.text, answer?.status, answer?.text];
};
