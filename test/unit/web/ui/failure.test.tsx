/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { useMutation, useQuery } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { ApiError } from 'web/api/api-error';
import { Failure } from 'web/ui/feedback/failure.tsx';
import { renderPart } from '../../../support/browser/render.tsx';

const ignore = () => undefined;
const refusal = (status: number, requestId: string | null = null) =>
  new ApiError({ status, errorCode: 'network', message: 'no response', requestId });

function Houses({ first, error }: { first?: string; error: ApiError }) {
  const houses = useQuery({ queryKey: ['houses'], queryFn: () => Promise.reject(error), initialData: first });
  const save = useMutation({ mutationFn: () => Promise.reject(refusal(error.status)) });
  return (
    <>
      {houses.error && <Failure what="Could not load." error={houses.error} onRetry={ignore} />}
      <button onClick={() => save.mutate()}>save</button>
      {save.error && <Failure what="Could not save." error={save.error} onRetry={ignore} />}
    </>
  );
}

const sentence = async (what: string) => (await screen.findByText(new RegExp(what))).closest('p');

describe('a failure', () => {
  it.each([
    ['first', 'of something that was never loaded', undefined, refusal(0)],
    ['first', 'of something that was never loaded, by the gateway', undefined, refusal(503)],
    ['again', 'of something that shows what was loaded before', 'houses', refusal(0)],
    ['again', 'of it, with a request id', 'houses', refusal(500, 'r-17')],
    [undefined, 'with a request id, which nothing else tells', undefined, refusal(500, 'r-17')],
    [undefined, 'that is no outage', undefined, refusal(404)],
  ])('is %s for the banner of an outage: %s', async (expected, _what, first, error) => {
    renderPart(<Houses {...(first !== undefined && { first })} error={error} />);
    const shown = await sentence('Could not load');
    expect(shown?.dataset['load']).toBe(expected);
    // The style sheet of the banner takes the reason and the button away together.
    expect(shown?.querySelector('span')?.textContent).toMatch(/\. Retry$/);
  });

  it('of an act is told in any case', async () => {
    renderPart(<Houses error={refusal(0)} />);
    fireEvent.click(screen.getByRole('button', { name: 'save' }));
    const shown = await sentence('Could not save');
    expect(shown?.dataset['load']).toBeUndefined();
    expect(shown?.textContent).toContain('The site could not be reached.');
  });
});
