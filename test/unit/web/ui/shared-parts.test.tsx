/** @jest-environment jsdom */
import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { DataTable } from 'web/ui/content/data-table.tsx';
import { ErrorBoundary } from 'web/ui/feedback/error-boundary.tsx';
import { LazyPart } from 'web/ui/feedback/lazy-part.tsx';
import { onDemand } from 'web/ui/feedback/on-demand.tsx';
import { TextField } from 'web/ui/field/field.tsx';
import { exceptDoubleClick } from 'web/ui/undo';
import { renderPart } from '../../../support/browser/render.tsx';

function Broken(): never {
  throw new Error('broken');
}

/** React logs every caught error to the console. */
const withoutConsole = async (run: () => unknown) => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await run();
  log.mockRestore();
};

describe('ErrorBoundary', () => {
  it('shows the fallback in place of a part that throws', async () => {
    await withoutConsole(() =>
      renderPart(
        <ErrorBoundary fallback="It broke.">
          <Broken />
        </ErrorBoundary>,
      ),
    );
    expect(screen.getByText('It broke.')).toBeTruthy();
  });
});

describe('LazyPart', () => {
  it('shows the loading content, then the part', async () => {
    const Part = onDemand(() => Promise.resolve({ default: () => <p>Here</p> }));
    renderPart(
      <LazyPart loading="Loading">
        <Part />
      </LazyPart>,
    );
    expect(screen.getByText('Loading')).toBeTruthy();
    expect(await screen.findByText('Here')).toBeTruthy();
  });

  it('offers a reload when the code cannot load', async () => {
    await withoutConsole(async () => {
      const Part = onDemand<object>(() => Promise.reject(new Error('no network')));
      renderPart(
        <LazyPart>
          <Part />
        </LazyPart>,
      );
      expect((await screen.findByRole('alert')).textContent).toContain('Could not load this part.');
    });
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  });
});

describe('TextField', () => {
  it('names its input and describes it by hint and note', () => {
    renderPart(<TextField label="Name" hint="optional" note="Shown to everyone" />);
    const input = screen.getByRole('textbox', { name: 'Name' });
    expect(input.getAttribute('aria-invalid')).toBe('false');
    expect(screen.getByText('Shown to everyone')).toBeTruthy();
  });

  it('shows its error in place of the note', () => {
    renderPart(<TextField label="Name" note="Shown to everyone" error="Enter a name." />);
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Enter a name.')).toBeTruthy();
    expect(screen.queryByText('Shown to everyone')).toBeNull();
  });
});

describe('DataTable', () => {
  it('has a head for each column', () => {
    renderPart(
      <DataTable heads={['Day', 'Price']}>
        <tr>
          <td>today</td>
          <td>1</td>
        </tr>
      </DataTable>,
    );
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Day', 'Price']);
  });
});

describe('undo', () => {
  it('ignores the second click of a double click', () => {
    const action = jest.fn();
    renderPart(<button onClick={exceptDoubleClick(action)}>Undo</button>);
    fireEvent.click(screen.getByRole('button'), { detail: 2 });
    fireEvent.click(screen.getByRole('button'), { detail: 1 });
    expect(action).toHaveBeenCalledTimes(1);
  });
});
