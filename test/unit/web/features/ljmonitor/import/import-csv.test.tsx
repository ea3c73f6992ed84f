/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ImportCsv } from 'web/features/ljmonitor/import/import-csv.tsx';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';
import { house, resblock } from '../fixtures.ts';

const [one, two] = [house({ houseId: '107104007919' }), house({ houseId: '107104015838' })];
const find = 'POST /api/ljmonitor/batch/findHouse';
const flag = ({ houseId }: typeof one) => `PUT /api/ljmonitor/house/${houseId}/choice`;
const answers = {
  'GET /api/ljmonitor/resblock': { body: [resblock()] },
  [find]: { body: [one, two] },
  [flag(one)]: { body: one },
  [flag(two)]: { body: two },
};

const importButton = () => screen.findByRole('button', { name: 'Import' });

function chooseFile(over: RenderOptions['answers'] = {}, houses = [one, two]) {
  const given = { ...answers, ...over };
  const view = renderPart(<ImportCsv />, { answers: given });
  const text = ['houseId,starred', ...houses.map(({ houseId }) => `${houseId},true`)].join('\n');
  // jsdom's files cannot be read as an array of bytes.
  const file = Object.assign(new File([text], 'stars.csv'), {
    arrayBuffer: () => Promise.resolve(new TextEncoder().encode(text).buffer),
  });
  fireEvent.change(screen.getByLabelText('CSV to import'), { target: { files: [file] } });
  return { ...view, given };
}

async function chooseStars(over?: RenderOptions['answers']) {
  const chosen = chooseFile(over);
  await screen.findByText('This will add 2 stars.');
  return chosen;
}

it('asks for the houses of the file only, in batches, and for each once', async () => {
  const many = Array.from({ length: 501 }, (_, index) => house({ houseId: String(107104000000 + index) }));
  const { sent } = chooseFile({}, [...many, ...many]);
  expect(await screen.findByText(/501 houses of communities that you do not track/)).toBeTruthy();
  const bodies = sent.filter(({ call }) => call !== 'GET /api/ljmonitor/resblock').map(({ body }) => body);
  const ids = many.map(({ houseId }) => houseId);
  expect(bodies).toEqual([{ houseIdList: ids.slice(0, 500) }, { houseIdList: ids.slice(500) }]);
});

it('changes nothing before the person agrees, and then says how much it has changed', async () => {
  const { sent } = await chooseStars();
  expect(sent.filter(({ call }) => call.startsWith('PUT'))).toEqual([]);
  fireEvent.click(await importButton());
  expect(await screen.findByText('2 changes saved.')).toBeTruthy();
  expect(sent.filter(({ call }) => call.startsWith('PUT'))).toEqual(
    [one, two].map((each) => ({ call: flag(each), body: { starred: true } })),
  );
});

it('can be cancelled', async () => {
  await chooseStars();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Import' })).toBeNull());
});

it('offers what is left after a failure', async () => {
  const full = { status: 409, body: { errorCode: 'conflict', message: 'You have starred 500 houses.' } };
  const { given } = await chooseStars({ [flag(two)]: full });
  given[find] = { body: [{ ...one, starred: true }, two] };
  fireEvent.click(await importButton());
  expect(await screen.findByText(/You have starred 500 houses\./)).toBeTruthy();
  expect(await screen.findByText('This will add 1 star.')).toBeTruthy();
  given[flag(two)] = { body: two };
  fireEvent.click(await importButton());
  expect(await screen.findByText('1 change saved.')).toBeTruthy();
});
