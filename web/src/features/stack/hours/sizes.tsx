import { useId } from 'react';
import { type GameId, gameTitles } from 'shared-types/rules/stack/game';
import { sizePricesOf, sizesOf } from 'shared-types/rules/stack/server-sizes';
import { DataTable } from '../../../ui/content/data-table.tsx';
import styles from './sizes.module.css';

interface SizesProps {
  game: GameId;
  /** The size of the next start. */
  instanceType: string;
}

/** The sizes that a server of a game can have, with their prices, and how the owner changes the size. */
export function Sizes({ game, instanceType }: SizesProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.sizes}>
      <h2 id={id}>Sizes</h2>
      <DataTable heads={['Size', 'Memory', 'Players', 'An hour']}>
        {sizesOf(game).map((size) => (
          <tr key={size.instanceType} aria-current={size.instanceType === instanceType}>
            <td>
              {size.instanceType}
              {size.instanceType === instanceType && <span className={styles.own}> this server</span>}
            </td>
            <td>{size.memoryGb} GB</td>
            <td>{size.players}</td>
            <td>${size.hourlyPrice.toFixed(3)}</td>
          </tr>
        ))}
      </DataTable>
      <p>
        The numbers of players are rough: much redstone, many animals and players who explore far apart need a bigger
        size. The prices are those of us-east-1 in {sizePricesOf}, for {gameTitles[game]} with its address and disk.
      </p>
      <p>
        To change the size, the owner sets InstanceType and hourlyPrice of this server in cdk.json and deploys. The next
        start uses the new size; the world stays.
      </p>
    </section>
  );
}
