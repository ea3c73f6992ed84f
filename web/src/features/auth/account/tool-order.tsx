import type { Tool } from 'shared-types/rules/auth/preferences';
import { choose, usePreferences } from '../../../lib/preferences/preferences.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import styles from './account-card.module.css';

const names: Record<Tool, string> = { ljmonitor: 'LJMonitor', stack: 'Stacks', chat: 'Chat' };

/** The order of the tools on the home page and in the bar. */
export function ToolOrder() {
  const { tools } = usePreferences();
  /** Swaps a tool with the one before it. */
  const moveUp = (index: number) =>
    choose({
      tools: tools.map(
        (tool, at) => (at === index ? tools[index - 1] : at === index - 1 ? tools[index] : tool) ?? tool,
      ),
    });
  return (
    <section className={styles.sessions} aria-labelledby="tool-order">
      <h2 id="tool-order">Tool order</h2>
      <ol>
        {tools.map((tool, index) => (
          <li key={tool} className={styles.session}>
            <span className={styles.tool}>{names[tool]}</span>
            <span className={styles.moves}>
              <Button
                aria-label={`Move ${names[tool]} up`}
                aria-disabled={index === 0}
                onClick={() => index > 0 && moveUp(index)}
              >
                ↑
              </Button>
              <Button
                aria-label={`Move ${names[tool]} down`}
                aria-disabled={index === tools.length - 1}
                onClick={() => index < tools.length - 1 && moveUp(index + 1)}
              >
                ↓
              </Button>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
