import styles from './stack-detail.module.css';

/** The words of CloudFormation about a failure. They are folded, because few people can use them. */
export const Said = ({ words }: { words: string | undefined }) =>
  words && (
    <details className={styles.said}>
      <summary>What CloudFormation said</summary>
      <p>{words}</p>
    </details>
  );
