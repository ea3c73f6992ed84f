import { message } from '../../unit/web/features/chat/messages.ts';
import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { expect, test } from './test.ts';

const formulas = [
  String.raw`The roots of \(ax^2 + bx + c = 0\) are \[ x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}. \]`,
  String.raw`$$\begin{aligned} \nabla \cdot \mathbf{E} &= \frac{\rho}{\varepsilon_0} \\ \nabla \cdot \mathbf{B} &= 0 \end{aligned}$$`,
  String.raw`$\sum_{i=1}^{n} i = \frac{n(n+1)}{2}$ and $e^{i\pi} + 1 = 0$, 其中 $\lvert x \rvert < 1$.`,
  String.raw`$$f(x) = \begin{cases} \cancel{x} & x > 0 \\ \boxed{0} & \text{否则} \end{cases} \tag{1}$$`,
  `$$ ${Array.from({ length: 60 }, (_, index) => `x_{${index}}`).join(' + ')} $$`,
];

test(
  'formulas are set, break no policy and do not widen the page',
  { tag: '@deep' },
  async ({ page, chat, startConversation }) => {
    const text = formulas.join('\n\n');
    const messages = Array.from({ length: 25 }, (_, index) => message(2 * index + 1, { text }));
    await page.route('**/api/chat/session/message/list?*', (route) =>
      route.fulfill({ json: route.request().url().includes('lastSessionMessageId') ? [] : messages }),
    );
    await chat.open(await startConversation('Hello'));
    await expect(chat.answers.locator('math')).toHaveCount(25 * 8);
    await expect(chat.answers.locator('code')).toHaveCount(0);
    await expectGoodLooksInBothViews(page);
  },
);
