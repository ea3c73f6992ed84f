import type { ComponentProps } from 'react';
import styles from './button.module.css';

export const buttonClass = styles.button;

const mainButtonClass = `${styles.button} ${styles.main}`;

export function Button(props: ComponentProps<'button'>) {
  return <button type="button" className={styles.button} {...props} />;
}

/** What the page is for. */
export function PrimaryButton(props: ComponentProps<'button'>) {
  return <button type="button" className={mainButtonClass} {...props} />;
}

/** A word in a sentence that does something: 'retry', 'undo'. */
export function LinkButton(props: ComponentProps<'button'>) {
  return <button type="button" className={styles.word} {...props} />;
}
