import { LazyPart } from '../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../ui/feedback/on-demand.tsx';
import type { TitleFieldProps } from './conversations/title-field.tsx';

const Field = onDemand(() => import('./conversations/title-field.tsx'));

/** The field for a title, whose code loads when a title is first edited. */
export const TitleField = (props: TitleFieldProps) => (
  <LazyPart>
    <Field {...props} />
  </LazyPart>
);
