import { chunk, done, error, refusal, stop, quirk, stream, tea } from './quirk.ts';

const filtering = 'https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter';

const errors = 'https://learn.microsoft.com/azure/ai-foundry/openai/reference';

export const azureCases = [
  quirk(
    'Azure begins with the results of its filter',
    'https://github.com/AbanteAI/archive-old-cli-mentat/issues/429',
    stream(
      {
        id: '',
        choices: [],
        created: 0,
        model: '',
        object: '',
        prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }],
      },
      ...tea,
      stop,
      done,
    ),
  ),
  quirk(
    'Azure filters behind the text',
    filtering,
    stream(
      ...tea,
      {
        id: '',
        choices: [
          { content_filter_offsets: { check_offset: 44 }, content_filter_results: {}, finish_reason: null, index: 0 },
        ],
        object: '',
      },
      stop,
      done,
    ),
  ),
  quirk(
    'Azure blocks the question',
    filtering,
    refusal(
      400,
      error("The response was filtered due to the prompt triggering Azure OpenAI's content management policy.", {
        code: 'content_filter',
        status: 400,
        innererror: { code: 'ResponsibleAIPolicyViolation' },
      }),
    ),
    { failure: 'filtered', text: '' },
  ),
  quirk(
    'Azure has no such deployment',
    errors,
    refusal(404, {
      error: { code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' },
    }),
    { failure: 'modelGone', text: '' },
  ),
  quirk(
    'Azure has nothing at the address',
    errors,
    refusal(404, { error: { code: '404', message: 'Resource not found' } }),
    { failure: 'wrongAddress', text: '' },
  ),
  quirk(
    'Azure’s gateway rejects the key',
    'https://learn.microsoft.com/azure/api-management/api-management-subscriptions',
    refusal(401, { statusCode: 401, message: 'Access denied due to invalid subscription key or wrong API endpoint.' }),
    { failure: 'unauthorized', text: '' },
  ),
  quirk(
    'Azure is busy for a day',
    'https://learn.microsoft.com/azure/ai-foundry/openai/how-to/quota',
    refusal(
      429,
      {
        error: {
          code: '429',
          message:
            'Requests to the ChatCompletions_Create Operation have exceeded call rate limit of your current pricing tier. Please retry after 86400 seconds.',
        },
      },
      { 'retry-after': '86400' },
    ),
    { failure: 'busy', text: '' },
  ),
  quirk(
    'Azure does not know the options of a stream',
    'https://github.com/langchain-ai/langchain/pull/23552',
    [refusal(400, error('Unrecognized request argument supplied: stream_options')), stream(...tea, stop, done)],
    { calls: 2 },
  ),
  quirk(
    'Azure does not chat with the model',
    'https://learn.microsoft.com/azure/ai-foundry/openai/how-to/responses',
    refusal(400, {
      error: {
        code: 'OperationNotSupported',
        message:
          'The chatCompletion operation does not work with the specified model, gpt-5-pro. Please choose different model and try again.',
      },
    }),
    { failure: 'otherApi', text: '' },
  ),
  quirk(
    'Azure repeats the end with a null choice',
    filtering,
    stream(...tea, stop, { ...chunk({}), choices: [null] }, done),
  ),
];
