/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ImportCsv } from 'web/features/ljmonitor/import/import-csv.tsx';
import { renderPart, type RenderOptions } from '../../../../../support/browser/render.tsx';
import { house, resblock } from '../fixtures.ts';

const [one, two] = [house({ houseId: '107104007919' }), house({ houseId: '107104015838' })];
const listed = 'GET /api/ljmonitor/house?fromUpdateTime=1000&fromHouseId=';
const flag = ({ houseId }: typeof one) => `PUT /api/ljmonitor/house/${houseId}/choice`;
const answers = {
  'GET /api/ljmonitor/resblock': { body: [resblock()] },
  'GET /api/ljmonitor/house': { body: [one, two] },
  [`${listed}${two.houseId}`]: { body: [] },
  'GET /api/ljmonitor/house/sorted?order=-updateTime&choice=hidden': { body: { houses: [], matches: 0, left: 0 } },
  [flag(one)]: { body: one },
  [flag(two)]: { body: two },
};

const importButton = () => screen.findByRole('button', { name: 'Import' });

function chooseFile(over: RenderOptions['answers'] = {}) {
  const given = { ...answers, ...over };
  const view = renderPart(<ImportCsv />, { answers: given });
  const text = `houseId,starred\n${one.houseId},true\n${two.houseId},true\n`;
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

it('says how many houses it has loaded while it compares', async () => {
  chooseFile({ [`${listed}${two.houseId}`]: new Promise(() => {}) });
  expect(await screen.findByText('Comparing with your houses: 2 loaded…')).toBeTruthy();
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
  given['GET /api/ljmonitor/house'] = { body: [{ ...one, starred: true }, two] };
  fireEvent.click(await importButton());
  expect(await screen.findByText(/You have starred 500 houses\./)).toBeTruthy();
  expect(await screen.findByText('This will add 1 star.')).toBeTruthy();
  given[flag(two)] = { body: two };
  fireEvent.click(await importButton());
  expect(await screen.findByText('1 change saved.')).toBeTruthy();
});
