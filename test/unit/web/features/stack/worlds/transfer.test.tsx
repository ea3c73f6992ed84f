/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Backups } from 'web/features/stack/worlds/backups.tsx';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';
import { detail, info } from '../../../../../support/site/stacks.ts';

const base = '/api/minecraft_bedrock/v2/survival';
const worlds = '/api/minecraft_bedrock/worlds';
const archive = {
  archiveId: 'A1',
  time: Date.UTC(2026, 10, 21, 20, 4),
  bytes: 12_345_678,
  reason: 'stop',
  version: '1.26.52.3',
  levelName: 'Our castle',
};
const uploaded = { ...archive, archiveId: 'U1', reason: 'upload', version: '', levelName: '', origin: '城堡.zip' };
const log = { action: 'START', actionTime: 1, syncStatus: 'RUNNING', syncTime: 1, reason: null, by: 'Ann' };
const form = { url: 'https://uploads.example/', fields: { key: 'U1' } };

// jsdom has no modal dialogs.
HTMLDialogElement.prototype.showModal = jest.fn();
HTMLDialogElement.prototype.close = jest.fn();

/** The part of XMLHttpRequest that an upload needs, because jsdom would send it. */
class FakeRequest extends EventTarget {
  static readonly all: FakeRequest[] = [];
  readonly upload = new EventTarget();
  status = 0;
  isAborted = false;
  open() {
    FakeRequest.all.push(this);
  }
  send() {}
  abort() {
    this.isAborted = true;
    this.dispatchEvent(new Event('abort'));
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total }));
  }
  end(status: number) {
    this.status = status;
    this.dispatchEvent(new Event('load'));
  }
}
const { XMLHttpRequest } = globalThis;
beforeEach(() => void Object.assign(globalThis, { XMLHttpRequest: FakeRequest }));
afterEach(() => void Object.assign(globalThis, { XMLHttpRequest }));

const show = (answers: RenderOptions['answers'] = {}) =>
  renderPart(
    <Backups game="bedrock" stackName="survival" context={{ state: 'absent' }} isPolling={false} mayChange />,
    {
      answers: {
        [`GET ${base}/world`]: { body: { data: { archives: [uploaded, archive], next: null, problem: null } } },
        'GET /api/minecraft_bedrock/v2': { body: { data: ['survival', 'creative'], access: 'everyone' } },
        [`POST ${worlds}/upload`]: { body: { uploadId: 'U2', form } },
        [`PUT ${worlds}/upload`]: { body: {} },
        [`PUT ${worlds}/copy`]: { body: {} },
        [`GET ${base}/detail`]: detail(null),
        [`POST ${base}/start`]: { body: { data: log } },
        [`POST ${base}/restart`]: { body: { data: log } },
        ...answers,
      },
    },
  );
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name, hidden: true }));
async function pick(file: File) {
  fireEvent.change(await screen.findByLabelText('World file'), { target: { files: [file] } });
}
const castle = new File(['PK'], 'castle.mcworld');
const request = () => waitFor(() => FakeRequest.all.pop() ?? Promise.reject(new Error('nothing is sent')));

describe('the upload of a world', () => {
  it('names what it replaces, shows how far it is, and starts the server with it', async () => {
    const { sent } = show();
    await screen.findByText(/uploaded as 城堡.zip/);
    await pick(castle);
    expect(
      await screen.findByText(/^castle\.mcworld \(0\.1 MB\) replaces the world “Our castle” of survival\./),
    ).toBeTruthy();
    await press('Upload and start');
    const sending = await request();
    sending.progress(1, 4);
    expect(await screen.findByText('25%')).toBeTruthy();
    expect(screen.getByRole('progressbar', { hidden: true })).toHaveProperty('value', 0.25);
    sending.end(204);
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain(`POST ${base}/start`));
    expect(sent).toContainEqual({ call: `POST ${worlds}/upload`, body: { stackName: 'survival', bytes: 2 } });
    expect(sent).toContainEqual({
      call: `PUT ${worlds}/upload`,
      body: { stackName: 'survival', uploadId: 'U2', file: 'castle.mcworld' },
    });
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  });

  it('restarts a server that has come up meanwhile, unknown to a page at rest', async () => {
    const { sent } = show({ [`GET ${base}/detail`]: detail(info()) });
    await pick(castle);
    await press('Upload and start');
    (await request()).end(204);
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain(`POST ${base}/restart`));
  });

  it('sends a file once that could not be taken while the server started', async () => {
    const message = 'The server is starting.';
    const answers: RenderOptions['answers'] = {
      [`PUT ${worlds}/upload`]: { status: 409, body: { errorCode: 'conflict', message } },
    };
    const { sent } = show(answers);
    await pick(castle);
    await press('Upload and start');
    (await request()).end(204);
    expect((await screen.findByRole('alert', { hidden: true })).textContent).toContain(message);
    await press('Upload and start');
    await waitFor(() => expect(sent.filter(({ call }) => call === `PUT ${worlds}/upload`)).toHaveLength(2));
    expect(sent.filter(({ call }) => call === `POST ${worlds}/upload`)).toHaveLength(1);
  });

  it('can be tried again after the connection broke', async () => {
    show();
    await pick(castle);
    await press('Upload and start');
    (await request()).dispatchEvent(new Event('error'));
    expect((await screen.findByRole('alert', { hidden: true })).textContent).toMatch(
      /^The file could not be uploaded\./,
    );
    await press('Upload and start');
    await request();
    expect(screen.queryByRole('alert', { hidden: true })).toBeNull();
  });

  it('ends with its dialog', async () => {
    const { sent } = show();
    await pick(castle);
    await press('Upload and start');
    const sending = await request();
    await press('Cancel');
    await waitFor(() => expect(sending.isAborted).toBe(true));
    expect(sent.map(({ call }) => call)).not.toContain(`PUT ${worlds}/upload`);
  });

  it('is not begun for a file that is empty or too large', async () => {
    show();
    await pick(new File([], 'empty.mcworld'));
    expect((await screen.findByRole('alert', { hidden: true })).textContent).toMatch(/is empty/);
    await press('Cancel');
    const large = new File(['x'], 'large.mcworld');
    Object.defineProperty(large, 'size', { value: 1_000_000_001 });
    await pick(large);
    expect((await screen.findByRole('alert', { hidden: true })).textContent).toMatch(/larger than 1000 MB/);
    expect(screen.getByRole('button', { name: 'Upload and start', hidden: true })).toHaveProperty('disabled', true);
  });
});

describe('the copy of a world', () => {
  it('goes to another server, and leads to its page', async () => {
    const { sent } = show();
    fireEvent.click((await screen.findAllByRole('button', { name: 'Copy…' }))[1] ?? document.body);
    expect(await screen.findByText(/^The next start of creative begins with the world of/)).toBeTruthy();
    await press('Copy');
    const link = await screen.findByRole('link', { name: 'creative', hidden: true });
    expect(link.getAttribute('href')).toBe('/stack/detail?stackName=creative');
    expect(sent).toContainEqual({
      call: `PUT ${worlds}/copy`,
      body: { stackName: 'creative', fromStackName: 'survival', archiveId: 'A1' },
    });
  });

  it('is not offered when there is no other server', async () => {
    show({ 'GET /api/minecraft_bedrock/v2': { body: { data: ['survival'], access: 'everyone' } } });
    await screen.findByText(/at a stop/);
    expect(screen.queryByRole('button', { name: 'Copy…' })).toBeNull();
  });
});
