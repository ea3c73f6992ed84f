import { describe, expect, it } from '@jest/globals';
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

  it('finds every literal of a message file, however short, and none of its keys', () => {
    const source = `
      export const add = 'add';
      export const saved = 'Saved.';
      export const signIn = 'Sign-in';
      export const hour = '+1 h';
      const kinds: readonly Kind[] = ['open', 'closed'];
      const ofSessions = new Set<Kind>(['renewed']);
      const reasons = new Map([['time_limit', 'cut off']]);
      const labels: Record<Reason['kind'], string> = { 'a key': 'at a stop', other: shown['a field'] };
      export const days = (count: number) => (count === 7 ? 'a week' : \`\${count} days\`);
      export const time = (at: Date) => at.toLocaleString('sv').replace('T', ' ');
      export function describe(kind: Kind) {
        switch (kind) {
          case 'open':
            return 'Running.';
        }
      }
    `;
    const texts = ['add', 'Saved.', 'Sign-in', '+1 h', 'cut off', 'at a stop', 'a week', '… days', 'Running.'];
    for (const file of [
      'a/messages.ts',
      'a/messages.tsx',
      'a/texts.ts',
      'a/view-messages.ts',
      'a/format.ts',
      'lib/format-time.ts',
    ])
      expect({ file, texts: textsOf(`web/src/${file}`, source) }).toEqual({ file, texts });
    expect(textsOf('web/src/a/use-messages.ts', source)).not.toContain('add');
  });

  it('finds every literal of a constant of a component that is named for its texts', () => {
    const source = `
      const termTexts: Record<LinkTerm, string> = { day: 'a day', week: 'a week' };
      const originTexts = { stop: () => 'at a stop', copy: (name) => \`of \${name}\` };
      const terms = { day: 'a day' };
    `;
    expect(textsOf('web/src/a.tsx', source)).toEqual(['a day', 'a week', 'at a stop', 'of …']);
  });

  it('finds the elements of a message file, and none of its classes', () => {
    const source = `
      export const about = (link: ReactNode) => <p className="soft" dir="auto">or {link} <b title="a">b</b></p>;
      const isOpen = state in names;
    `;
    expect(textsOf('web/src/a/sentences.tsx', source)).toEqual(['or', 'a', 'b']);
  });

  it('finds the texts of the news in both languages', () => {
    const source = `
      const houseTopics: readonly NewsTopic[] = ['new', 'cheaper'];
      const labels = { new: '新上', cheaper: 'CHEAPER' };
      const headlines = { removed: ({ count }) => \`\${count} removed\`, answer: () => 'sign-in needed' };
      const price = (before: number) => \`（原价 \${before} 万）\`;
      const texts = { comma: '，' };
    `;
    expect(textsOf('lambdas/src/notify/messages/texts.ts', source)).toEqual([
      '新上',
      'CHEAPER',
      '… removed',
      'sign-in needed',
      '（原价 … 万）',
    ]);
  });

  it('finds Chinese texts in a component', () => {
    expect(textsOf('web/src/a.tsx', `const Part = () => <button title="删">下架</button>;`)).toEqual(['删', '下架']);
  });

  it('leaves out the keys of AWS, lists of names, hashes, and the names of problems', () => {
    const source = `
      const arn = attributes['Arn'];
      await put({ Name: name, Type: 'String', Value: 'Standard' });
      const RoleArn = z.literal('Arn');
      const accountProblem = () => (createHash('sha256').digest('hex') === mark ? 'otherAccount' : 'stale');
      export const names = 'bash sh zsh'.split(' ');
      const people = (await ask('USERS', 'Accounts that may sign in')).split(',');
    `;
    expect(textsOf('infra/src/a.ts', source)).toEqual([]);
    expect(textsOf('bin/a.ts', source)).toEqual(['Accounts that may sign in']);
    expect(textsOf('web/src/a.ts', source)).not.toContain('bash sh zsh');
    expect(textsOf('lambdas/src/a.ts', source)).toEqual([]);
  });

  it('finds the subjects of emails', () => {
    const source = `const told = { subject: 'Sign-in in a new browser', kind: 'signIn' };`;
    expect(textsOf('shared-types/src/a.ts', source)).toEqual(['Sign-in in a new browser']);
  });

  it('finds the emails of the deployment', () => {
    const source = `const pool = { emailSubject: \`Your code for \${name}\`, runtime: 'two words' };`;
    expect(textsOf('infra/src/a.ts', source)).toEqual(['Your code for …']);
  });
});

describe('the texts on screen', () => {
  const texts = screenTexts();

  it.each([
    ['shared-types/src/rules/auth/password.ts', 'a digit'],
    ['shared-types/src/rules/auth/username.ts', 'username should be an email address'],
    ['shared-types/src/rules/costs.ts', 'pages'],
    ['lambdas/src/notify/messages/texts.ts', 'Your code is …'],
    ['lambdas/src/notify/messages/texts.ts', '重新挂牌'],
    ['lambdas/src/notify/messages/texts.ts', '… cheaper'],
    ['shared-types/src/rules/auth/account-mail.ts', 'Password changed'],
    ['web/src/features/ljmonitor/communities/add-community.tsx', 'add'],
    ['web/src/features/ljmonitor/houses/house-row.tsx', 'history'],
    ['web/src/features/ljmonitor/marks/read-button.tsx', 'read'],
    ['web/src/features/stack/rights/right-row.tsx', 'Console'],
    ['web/src/features/stack/describe-stack.ts', 'Running.'],
    ['web/src/features/chat/conversations/titles/title-error.ts', 'Enter a title.'],
    ['web/src/features/auth/activity/describe-activity.ts', 'Sign-in'],
    ['web/src/features/stack/links/start-links.tsx', 'a week'],
    ['web/src/features/stack/worlds/backups.tsx', 'at a stop'],
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

  it.each(['Arn', 'String', 'sha256', 'otherAccount', 'string regexp addition symbol link char'])(
    'do not contain “%s”',
    (noise) => {
      expect(texts.filter(({ text }) => text === noise)).toEqual([]);
    },
  );
});
