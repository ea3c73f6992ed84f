/**
 * Small exports in the format of ChatGPT, which OpenAI does not document. They are written by us; the facts are from four
 * public parsers: mitkury/chatgpt-export-parser (the tree, the current node, hidden messages), Exoridus/chatgpt-export-viewer
 * (missing fields, assets in parts, files of macOS in the zip, times in milliseconds), josephjohncox/chatgpt-json-to-md
 * (content types of code, thoughts and tools; conversations without a current node; instructions that are not hidden, and marks
 * of citations, in tests/test_chatgpt_json_to_md.py) and pionxzh/chatgpt-exporter (names of attached files, references to
 * pages, files and entities, in src/utils/citations.ts and src/exporter/markdown.ts).
 */

interface Node {
  id: string;
  parent?: string | null;
  role?: string;
  content?: object;
  time?: number | null;
  metadata?: object;
  recipient?: string;
}

const words = (text: string) => ({ content_type: 'text', parts: [text] });

function conversation(id: object, title: string | null, nodes: Node[], rest: object = {}) {
  const mapping = Object.fromEntries(
    nodes.map(({ id: nodeId, parent = null, role, content, time = null, metadata = {}, recipient = 'all' }) => [
      nodeId,
      {
        id: nodeId,
        parent,
        children: nodes.filter((each) => each.parent === nodeId).map((each) => each.id),
        message:
          role === undefined
            ? null
            : {
                id: nodeId,
                author: { role, name: null, metadata: {} },
                create_time: time,
                content,
                metadata,
                recipient,
              },
      },
    ]),
  );
  return { ...id, title, create_time: 1_714_557_600.5, update_time: 1_714_557_700, mapping, ...rest };
}

/** A tree with a hidden system message and a regenerated answer. */
export const mitkury = conversation(
  { id: '11111111-aaaa-4aaa-8aaa-000000000001' },
  'White tea',
  [
    { id: 'root' },
    { id: 'system', parent: 'root', role: 'system', content: words(''), metadata: { is_user_system_message: true } },
    { id: 'q', parent: 'system', role: 'user', content: words('What is white tea?'), time: 1_714_557_601 },
    { id: 'a1', parent: 'q', role: 'assistant', content: words('The first answer.'), time: 1_714_557_602 },
    {
      id: 'a2',
      parent: 'q',
      role: 'assistant',
      content: words('A tea of buds.'),
      time: 1_714_557_610.25,
      metadata: { model_slug: 'gpt-4', finish_details: { type: 'stop' } },
    },
    {
      id: 'context',
      parent: 'a2',
      role: 'user',
      content: words('hidden'),
      metadata: { is_visually_hidden_from_conversation: true },
    },
  ],
  { current_node: 'context', is_archived: false },
);

/** Another name of the id, a picture among the parts, no title and a message without a time. */
export const exoridus = conversation(
  { conversation_id: '22222222-bbbb-4bbb-8bbb-000000000002', id: 'other' },
  null,
  [
    { id: 'r' },
    {
      id: 'u',
      parent: 'r',
      role: 'user',
      content: {
        content_type: 'multimodal_text',
        parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'sediment://file' }, 'What is this?'],
      },
    },
    { id: 'a', parent: 'u', role: 'assistant', content: words('Ein Baum. 🌳'), time: 1_714_557_650_000 },
  ],
  { current_node: 'a' },
);

/** Tools, thoughts and code, and no mark of the current node. */
export const josephjohncox = conversation({ id: '33333333-cccc-4ccc-8ccc-000000000003' }, 'Sum', [
  { id: 'i', role: 'user', content: words('Be brief.'), metadata: { is_user_system_message: true } },
  { id: 'u', parent: 'i', role: 'user', content: words('Add 1 and 2'), time: 1_714_557_601 },
  { id: 't', parent: 'u', role: 'assistant', content: { content_type: 'thoughts', thoughts: [] }, time: 1_714_557_602 },
  {
    id: 'call',
    parent: 't',
    role: 'assistant',
    content: { content_type: 'code', language: 'python', text: 'tool()' },
    time: 1_714_557_603,
    recipient: 'python',
  },
  {
    id: 'tool',
    parent: 'call',
    role: 'tool',
    content: { content_type: 'execution_output', text: '3' },
    time: 1_714_557_604,
  },
  {
    id: 'code',
    parent: 'tool',
    role: 'assistant',
    content: { content_type: 'code', language: 'python', text: 'print(1 + 2)' },
    time: 1_714_557_605,
  },
]);

/** Files with a question, a drawing by a tool, and a question that was asked in two ways. */
export const pionxzh = conversation(
  { id: '44444444-dddd-4ddd-8ddd-000000000004' },
  'A garden',
  [
    {
      id: 'before',
      role: 'user',
      content: words('Draw a garden'),
      metadata: { attachments: [{ id: 'file_1', name: 'plan.pdf', mime_type: 'application/pdf' }] },
    },
    { id: 'refusal', parent: 'before', role: 'assistant', content: words('I see no plan.') },
    {
      id: 'u',
      role: 'user',
      content: {
        content_type: 'multimodal_text',
        parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_2' }, 'Draw this garden'],
      },
      metadata: {
        attachments: [
          { id: 'file_2', name: 'garden.png', mime_type: 'image/png', width: 8, height: 8 },
          { id: 'file_3', name: 'plan.pdf', mimeType: 'application/pdf' },
        ],
      },
    },
    {
      id: 'call',
      parent: 'u',
      role: 'assistant',
      content: { content_type: 'code', language: 'json', text: '{}' },
      recipient: 't2uay3k.sj1i4kz',
    },
    {
      id: 'drawing',
      parent: 'call',
      role: 'tool',
      content: {
        content_type: 'multimodal_text',
        parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_4' }, 'Say no more.'],
      },
    },
    { id: 'a', parent: 'drawing', role: 'assistant', content: words('A garden with a pond.') },
  ],
  { current_node: 'a' },
);

/** What no export of today has: a part, a content and a role of other kinds, with fields that nobody knows. */
export const newer = conversation(
  { id: '55555555-eeee-4eee-8eee-000000000005', format: 9 },
  'A map',
  [
    {
      id: 'u',
      role: 'user',
      content: {
        content_type: 'multimodal_text',
        parts: [{ content_type: 'scene_pointer', asset_pointer: 'sediment://scene' }, 'What is this?'],
        layers: [],
      },
    },
    { id: 'scene', parent: 'u', role: 'assistant', content: { content_type: 'scene', objects: [{ name: 'pond' }] } },
    { id: 'guest', parent: 'scene', role: 'guest', content: words('I was here.') },
    { id: 'a', parent: 'guest', role: 'assistant', content: words('A map of the garden.') },
  ],
  { current_node: 'a', next_node: 'b' },
);
