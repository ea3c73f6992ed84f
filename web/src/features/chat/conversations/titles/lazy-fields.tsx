import { LazyPart } from '../../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../../ui/feedback/on-demand.tsx';
import type { RenameFieldProps } from './rename-field.tsx';
import type { TitleFieldProps } from './title-field.tsx';

const Title = onDemand(() => import('./title-field.tsx'));
const Rename = onDemand(() => import('./rename-field.tsx'));

/** The field for a title, whose code loads when a title is first edited. */
export const TitleField = (props: TitleFieldProps) => (
  <LazyPart>
    <Title {...props} />
  </LazyPart>
);

/** The field that renames a conversation, whose code loads with its first use. */
export const RenameField = (props: RenameFieldProps) => (
  <LazyPart>
    <Rename {...props} />
  </LazyPart>
);
