import type { ComponentProps } from 'react';
import styles from './button.module.css';

export const buttonClass = styles.button;

export const primaryButtonClass = `${styles.button} ${styles.main}`;

export function Button(props: ComponentProps<'button'>) {
  return <button type="button" className={styles.button} {...props} />;
}

/** The main action of a page or a dialog. */
export function PrimaryButton(props: ComponentProps<'button'>) {
  return <button type="button" className={primaryButtonClass} {...props} />;
}

/** A button that looks like a link in a sentence. */
export function LinkButton(props: ComponentProps<'button'>) {
  return <button type="button" className={styles.word} {...props} />;
}
