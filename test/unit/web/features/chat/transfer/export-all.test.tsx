/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { strFromU8, unzipSync } from 'fflate';
import { ExportAll } from 'web/features/chat/transfer/export-all.tsx';
import { announceLeaving } from 'web/lib/leaving';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';
import { message, sessionId } from '../messages.ts';

const otherId = sessionId.replace(/.$/, '2');
const session = (id: string, title: string) => ({
  sessionId: id,
  title,
  memorySize: 10,
  chatProvider: 'OPENAI',
  chatModal: 'gpt-4o',
  createTime: 1_700_000_000_000,
  updateTime: 1_700_000_000_000,
});
const messages = [message(1, { text: 'because' }), message(0, { text: 'why?' })];
const list = '/api/chat/session/message/list?sessionId=';
const model = { code: 'gpt-4o', name: 'GPT-4o', provider: 'OpenAI', available: true };
const answers = {
  'GET /api/chat/models': { body: [model] },
  'GET /api/chat/personas': { body: [] },
  'GET /api/chat/session/list': { body: [session(sessionId, 'Tea'), session(otherId, 'Tea')] },
  [`GET /api/chat/session/list?lastSessionId=${otherId}&lastUpdateTime=1700000000000`]: { body: [] },
  [`GET /api/chat/session/${sessionId}`]: { body: { ...session(sessionId, 'Tea'), systemPrompt: 'Be brief.' } },
  [`GET /api/chat/session/${otherId}`]: { body: session(otherId, 'Tea') },
  [`GET ${list}${sessionId}`]: { body: messages },
  [`GET ${list}${sessionId}&lastSessionMessageId=${messages[1]?.sessionMessageId}`]: { body: [] },
  [`GET ${list}${otherId}`]: { body: [] },
};

const files: Blob[] = [];
beforeEach(() => {
  files.length = 0;
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: jest.fn() });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Longer than all pauses before another attempt at one read. */
const pausesMs = 120_000;
const gone = { status: 404, body: { errorCode: 'notFound', message: 'Gone.' } };
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const pass = (ms = pausesMs) => act(() => jest.advanceTimersByTimeAsync(ms));

const bytesOf = (file: Blob | undefined) =>
  new Promise<Uint8Array>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve(reader.result instanceof ArrayBuffer ? new Uint8Array(reader.result) : new Uint8Array()),
    );
    reader.readAsArrayBuffer(file ?? new Blob());
  });

it('saves every conversation as JSON and as Markdown, two of one title apart', async () => {
  renderPart(<ExportAll />, { answers });
  fireEvent.click(screen.getByRole('button', { name: 'Export all' }));
  await screen.findByText('2 conversations saved');
  const unzipped = unzipSync(await bytesOf(files[0]));
  expect(Object.keys(unzipped)).toEqual([
    `json/${sessionId.slice(-6)}-Tea.json`,
    `markdown/${sessionId.slice(-6)}-Tea.md`,
    `json/${otherId.slice(-6)}-Tea.json`,
    `markdown/${otherId.slice(-6)}-Tea.md`,
  ]);
  const [first, second] = Object.values(unzipped).map((each) => strFromU8(each));
  expect(JSON.parse(first ?? '')).toEqual({
    session: { ...session(sessionId, 'Tea'), systemPrompt: 'Be brief.', chatProvider: 'OpenAI' },
    messages: messages.toReversed(),
  });
  expect(second).toContain('why?');
});

it('saves an imported conversation without a time, which a zip cannot have', async () => {
  const old = { ...session(sessionId, 'Tea'), createTime: 0, updateTime: 0 };
  const onePage = {
    'GET /api/chat/session/list': { body: [old] },
    [`GET /api/chat/session/${sessionId}`]: { body: old },
    [`GET /api/chat/session/list?lastSessionId=${sessionId}&lastUpdateTime=0`]: { body: [] },
  };
  renderPart(<ExportAll />, { answers: { ...answers, ...onePage } });
  fireEvent.click(screen.getByRole('button', { name: 'Export all' }));
  await screen.findByText(/saved/);
  expect(Object.keys(unzipSync(await bytesOf(files[0])))).toContain(`json/${sessionId.slice(-6)}-Tea.json`);
});

it('leaves out a conversation that is deleted meanwhile', async () => {
  renderPart(<ExportAll />, { answers: { ...answers, [`GET ${list}${otherId}`]: gone } });
  fireEvent.click(screen.getByRole('button', { name: 'Export all' }));
  await screen.findByText('1 conversation saved');
  expect(Object.keys(unzipSync(await bytesOf(files[0])))).toHaveLength(2);
});

const file = (index: number, name: string) => ({
  fileId: sessionId.replace(/.$/, String(index)),
  name,
  type: 'text/plain' as const,
  bytes: 3,
});
/** The first message has two files of one name, and one that is gone. */
const kept = [file(0, 'a.md'), file(1, 'a.md'), file(2, '../../gone.md')];
const asked = message(0, { text: 'why?', files: kept });
const addressOf = ({ fileId }: { fileId: string }) => `https://files.example/${fileId}`;
const answersWithFiles = {
  ...answers,
  [`GET ${list}${sessionId}`]: { body: [asked] },
  [`GET ${list}${sessionId}&lastSessionMessageId=${asked.sessionMessageId}`]: { body: [] },
  [`GET /api/chat/session/message/${asked.sessionMessageId}/files`]: {
    body: kept.map((each) => ({ fileId: each.fileId, url: addressOf(each) })),
  },
  ...Object.fromEntries(kept.map((each, index) => [`GET ${addressOf(each)}`, { bytes: Uint8Array.of(1, 2, index) }])),
};

it('saves the files of questions, two of one name apart', async () => {
  renderPart(<ExportAll />, { answers: answersWithFiles });
  fireEvent.click(screen.getByRole('button', { name: 'Export all' }));
  await screen.findByText('2 conversations saved');
  const unzipped = unzipSync(await bytesOf(files[0]));
  const inFiles = Object.entries(unzipped).filter(([name]) => name.startsWith('files/'));
  expect(inFiles.map(([name, bytes]) => [name, ...bytes])).toEqual(
    ['a.md', 'a.md', '..-..-gone.md'].map((name, index) => [
      `files/${sessionId.slice(-6)}/${kept[index]?.fileId.slice(-6)}-${name}`,
      1,
      2,
      index,
    ]),
  );
});

it('says how many files are loaded while the next one is', async () => {
  const [, second] = kept.map((each) => `GET ${addressOf(each)}`);
  const { promise: waiting, resolve: answer } = Promise.withResolvers<{ bytes: Uint8Array<ArrayBuffer> }>();
  renderPart(<ExportAll />, { answers: { ...answersWithFiles, [second ?? '']: waiting } });
  fireEvent.click(screen.getByRole('button', { name: 'Export all' }));
  expect(await screen.findByText('0 conversations and 1 file loaded')).toBeTruthy();
  answer({ bytes: Uint8Array.of(1) });
  await screen.findByText('2 conversations saved');
});

it('counts the files that cannot be loaded, and saves the rest', async () => {
  jest.useFakeTimers();
  const [first, , last] = kept.map((each) => `GET ${addressOf(each)}`);
  const broken = { [first ?? '']: { status: 403 }, [last ?? '']: lost };
  const { sent } = renderPart(<ExportAll />, { answers: { ...answersWithFiles, ...broken } });
  fireEvent.click(screen.getByRole('button', { name: 'Export all' }));
  await pass();
  screen.getByText('2 conversations saved. 2 files could not be loaded, so the zip is without.');
  expect(sent.filter(({ call }) => call === last)).toHaveLength(5);
  jest.useRealTimers();
  const names = Object.keys(unzipSync(await bytesOf(files[0])));
  expect(names.filter((name) => name.startsWith('files/'))).toHaveLength(1);
});

it('tries only the first file again where the bucket refuses them all', async () => {
  jest.useFakeTimers();
  const refused = Object.fromEntries(kept.map((each) => [`GET ${addressOf(each)}`, lost]));
  const { sent } = renderPart(<ExportAll />, { answers: { ...answersWithFiles, ...refused } });
  fireEvent.click(screen.getByRole('button', { name: 'Export all' }));
  await pass();
  screen.getByText('2 conversations saved. 3 files could not be loaded, so the zip is without.');
  expect(kept.map((each) => sent.filter(({ call }) => call === `GET ${addressOf(each)}`).length)).toEqual([5, 1, 1]);
});

it('goes on past a conversation that is deleted before its files are loaded', async () => {
  const filesOfAsked = `GET /api/chat/session/message/${asked.sessionMessageId}/files`;
  renderPart(<ExportAll />, { answers: { ...answersWithFiles, [filesOfAsked]: gone } });
  fireEvent.click(screen.getByRole('button', { name: 'Export all' }));
  const saved = '2 conversations saved. 3 files could not be loaded, so the zip is without.';
  expect(await screen.findByText(saved)).toBeTruthy();
});

it('reads again when the connection is lost for a while', async () => {
  jest.useFakeTimers();
  let failures = 3;
  const answer = () => (failures-- > 0 ? lost() : Promise.resolve({ body: messages }));
  renderPart(<ExportAll />, { answers: { ...answers, [`GET ${list}${sessionId}`]: answer } });
  fireEvent.click(screen.getByRole('button', { name: 'Export all' }));
  await pass();
  screen.getByText('2 conversations saved');
  expect([failures, files]).toEqual([-1, [expect.anything()]]);
});

it('says where it has stopped, and goes on from there', async () => {
  jest.useFakeTimers();
  const known: NonNullable<RenderOptions['answers']> = {
    ...answersWithFiles,
    [`GET /api/chat/session/${otherId}`]: { status: 500, body: { errorCode: 'internal', message: 'x' } },
  };
  const { sent } = renderPart(<ExportAll />, { answers: known });
  fireEvent.click(screen.getByRole('button', { name: 'Export all' }));
  await pass();
  screen.getByText(/^The export stopped at “Tea”, after 1 conversation\. Retry goes on from there\./);
  expect(files).toEqual([]);
  known[`GET /api/chat/session/${otherId}`] = answers[`GET /api/chat/session/${otherId}`] ?? gone;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await pass();
  screen.getByText('2 conversations saved');
  const [first] = kept;
  expect(sent.filter(({ call }) => call === `GET ${list}${sessionId}`)).toHaveLength(1);
  expect(sent.filter(({ call }) => first && call === `GET ${addressOf(first)}`)).toHaveLength(1);
  jest.useRealTimers();
  const names = Object.keys(unzipSync(await bytesOf(files[0])));
  expect(names).toHaveLength(7);
});

it('has a file whose connection was lost at the end of a conversation, once the export goes on', async () => {
  jest.useFakeTimers();
  const [first, , last] = kept.map((each) => `GET ${addressOf(each)}`);
  const known: NonNullable<RenderOptions['answers']> = {
    ...answersWithFiles,
    [first ?? '']: { status: 404 },
    [last ?? '']: lost,
    [`GET /api/chat/session/${otherId}`]: lost,
  };
  renderPart(<ExportAll />, { answers: known });
  fireEvent.click(screen.getByRole('button', { name: 'Export all' }));
  // Two reads are given up.
  await pass(2 * pausesMs);
  Object.assign(known, {
    [last ?? '']: { bytes: Uint8Array.of(1) },
    [`GET /api/chat/session/${otherId}`]: answers[`GET /api/chat/session/${otherId}`],
  });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await pass();
  screen.getByText('2 conversations saved. 1 file could not be loaded, so the zip is without.');
  jest.useRealTimers();
  const names = Object.keys(unzipSync(await bytesOf(files[0])));
  expect(names.filter((name) => name.startsWith('files/')).map((name) => name.replace(/.*-/, ''))).toEqual([
    'a.md',
    'gone.md',
  ]);
});

it('ends at once when it is stopped, also while the connection is lost', async () => {
  jest.useFakeTimers();
  renderPart(<ExportAll />, { answers: { ...answers, [`GET ${list}${otherId}`]: lost } });
  fireEvent.click(screen.getByRole('button', { name: 'Export all' }));
  await pass(20_000);
  screen.getByText('1 conversation loaded');
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await pass(0);
  screen.getByText('Export stopped. Nothing was saved.');
  expect([files, screen.queryByRole('button', { name: 'Stop' })]).toEqual([[], null]);
});

it('saves the personas, once', async () => {
  const persona = { personaId: crypto.randomUUID(), name: 'Cook', systemPrompt: 'You cook.' };
  renderPart(<ExportAll />, { answers: { ...answers, 'GET /api/chat/personas': { body: [persona] } } });
  fireEvent.click(screen.getByRole('button', { name: 'Export all' }));
  await screen.findByText('2 conversations saved');
  const { 'personas.json': bytes } = unzipSync(await bytesOf(files[0]));
  expect(JSON.parse(strFromU8(bytes ?? new Uint8Array()))).toEqual([persona]);
});

function Site() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button onClick={() => setOpen(!isOpen)}>Other page</button>
      {isOpen ? <ExportAll /> : <p>Another page</p>}
    </>
  );
}

/** Returns whether the browser asks before the tab is closed. */
const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('goes on while its person looks at other pages, and asks before the tab is closed', async () => {
  const { promise: waiting, resolve: answer } = Promise.withResolvers<{ body: object }>();
  const slow = { ...answers, [`GET ${list}${otherId}`]: waiting };
  renderPart(<Site />, { answers: slow });
  expect(isAsked()).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Export all' }));
  await screen.findByText('1 conversation loaded');
  fireEvent.click(screen.getByRole('button', { name: 'Other page' }));
  expect([screen.queryByRole('button', { name: 'Export all' }), isAsked()]).toEqual([null, true]);
  fireEvent.click(screen.getByRole('button', { name: 'Other page' }));
  expect(screen.getByText('1 conversation loaded')).toBeTruthy();
  answer({ body: [] });
  await screen.findByText('2 conversations saved');
  expect([files, isAsked()]).toEqual([[expect.anything()], false]);
});

it('does not ask when the page is left because the session ends', async () => {
  const { promise: waiting, resolve: answer } = Promise.withResolvers<{ body: object }>();
  renderPart(<ExportAll />, { answers: { ...answers, [`GET ${list}${otherId}`]: waiting } });
  fireEvent.click(screen.getByRole('button', { name: 'Export all' }));
  await screen.findByText('1 conversation loaded');
  act(() => void announceLeaving());
  expect(isAsked()).toBe(false);
  answer({ body: [] });
  await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('false'));
});
