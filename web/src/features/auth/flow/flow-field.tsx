import type { ComponentProps } from 'react';
import { TextField } from '../../../ui/field/field.tsx';

/** A text field of the sign-in forms. Its message line keeps its height, so that an error moves nothing. */
export const FlowField = (props: ComponentProps<typeof TextField>) => (
  <TextField hasFixedHeight spellCheck={false} autoCapitalize="none" {...props} />
);
