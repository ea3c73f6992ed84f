import { describe, expect, it } from '@jest/globals';
import { forbiddenMatches, textsInComponents } from '../../../tools/forbidden-texts.ts';
import { screenTexts, textsIn } from '../../../tools/texts.ts';

const textsOf = (file: string, source: string) => textsIn(file, source).map(({ text }) => text);

describe('textsIn', () => {
  it('finds the texts of a component, and none of its keys, classes and addresses', () => {
    const source = `
      import { a } from './some where.ts';
      export const Part = ({ isOpen, count }) => (
        <p className="soft text" title="Ctrl+Enter" aria-describedby="a b">
          {isOpen ? 'undo' : 'delete'} all
          <a href="https://e.example/a b">{\`\${count} houses of \${count}\`}</a>
          <Failure what="Could not save." error={call('GET /api/a b')} />
        </p>
      );
    `;
    expect(textsOf('web/src/a.tsx', source)).toEqual([
      'Ctrl+Enter',
      'undo',
      'delete',
      'all',
      '… houses of …',
      'Could not save.',
    ]);
  });

  it('finds the messages of a function, and none of its logs and internal errors', () => {
    const source = `
      throw new AppError('notFound', 'This stack does not exist.');
      throw new Error('The table is missing.');
      log.warn('The model failed again.');
      const kind = 'of two words';
    `;
    expect(textsOf('lambdas/src/a.ts', source)).toEqual(['This stack does not exist.']);
  });

  it('finds the texts of the shared rules by their names, though they are no sentences', () => {
    const source = `
      export const usernameMessage = 'username should be an email address';
      export const passwordRules = [{ name: 'a digit', holds: (text: string) => text !== 'no text' }];
      const lines = [{ what: 'Writing answers', used: count(answers, 'answer', 'answers') }];
      function subjectOf() {
        return \`Houses: \${['cheaper']}\`;
      }
      const kind = 'of two words';
    `;
    expect(textsOf('shared-types/src/a.ts', source)).toEqual([
      'username should be an email address',
      'a digit',
      'Writing answers',
      'answer',
      'answers',
      'Houses: …',
      'cheaper',
    ]);
  });

  it('finds the phrases of a terminal and of the pages of the local site', () => {
    const source = `
      log('Open the page');
      throw new Error('An internal error');
      const page = html\`<h1 title="A hint">Local \${name}</h1><p>\${isOpen ? 'Now open' : 'other'}</p>\`;
      const put = sql\`Not a text\`;
    `;
    expect(textsOf('local/src/a.ts', source)).toEqual(['Open the page', 'A hint', 'Local …', 'Now open']);
  });

  it('finds the emails of the deployment', () => {
    const source = `const pool = { emailSubject: \`Your code for \${name}\`, runtime: 'two words' };`;
    expect(textsOf('infra/src/a.ts', source)).toEqual(['Your code for …']);
  });
});

describe('the texts on screen', () => {
  const texts = screenTexts();

  it('are many', () => {
    expect(texts.length).toBeGreaterThan(400);
  });

  it.each([
    ['shared-types/src/rules/auth/password.ts', 'a digit'],
    ['shared-types/src/rules/auth/username.ts', 'username should be an email address'],
    ['shared-types/src/rules/costs.ts', 'pages'],
    ['lambdas/src/ljmonitor/digest/digest.ts', 'LJMonitor: …'],
    ['infra/src/domains/identity.ts', 'Your code for …'],
    ['infra/src/game-server/scripts/boot.sh', 'Could not mount the world.'],
    ['infra/src/operator/setup/prepare.ts', 'Domain of your own (empty: an address of CloudFront)'],
    ['web/index.html', 'This site needs JavaScript.'],
    ['local/src/control/pages/overview.ts', 'Refresh schedule'],
    ['local/src/fakes/google/pages.ts', 'Access blocked'],
    ['local/src/main.ts', 'Invitation code'],
    ['local/src/startup/port.ts', 'The site is starting.'],
    ['bin/invite.ts', 'No site runs at … (another port: PORT=…).'],
  ])('in %s contain “%s”', (file, text) => {
    expect(texts).toContainEqual({ file, text });
  });

  it('match no forbidden pattern', () => {
    expect(forbiddenMatches(texts)).toEqual([]);
  });
});

describe('forbiddenMatches', () => {
  it('names the file, the text and the words to write instead', () => {
    const matches = forbiddenMatches([
      { file: 'web/src/a.tsx', text: 'Send an e-mail.' },
      { file: 'web/src/a.tsx', text: 'Send an email.' },
    ]);
    expect(matches).toEqual(['web/src/a.tsx: Send an e-mail.\n  matches /\\be-mail\\b/i; write instead: email']);
  });

  it('allows the texts that the specification gives', () => {
    expect(forbiddenMatches([{ file: 'web/src/a.tsx', text: "Don't have an account? Sign Up" }])).toEqual([]);
  });
});

const textOf = (file: string) => ({ file, text: 'No stacks.' });

describe('textsInComponents', () => {
  it('finds the texts that stand in no message file', () => {
    const found = textsInComponents([
      textOf('web/src/features/stack/list/stack-list.tsx'),
      textOf('web/src/features/stack/list/messages.ts'),
      textOf('web/src/features/stack/list/messages.tsx'),
      textOf('web/src/features/stack/list/sentences.tsx'),
      textOf('lambdas/src/stack/routes.ts'),
    ]);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('stack-list.tsx: No stacks.');
  });
});
