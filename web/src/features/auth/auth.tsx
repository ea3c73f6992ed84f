import { Route, Routes } from 'react-router-dom';
import { NotFound } from '../../layout/not-found.tsx';
import { SignInOptions } from './sign-in/sign-in-options.tsx';
import { ConfirmedPage } from './confirmation/confirmed-page.tsx';
import { LazyPart } from '../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../ui/feedback/on-demand.tsx';

/** Most visits end at the first page, or begin with a session. */
const CognitoFlow = onDemand(() => import('./flow/cognito-flow.tsx'));

export default function Auth() {
  return (
    <Routes>
      <Route index element={<SignInOptions />} />
      <Route
        path="signin/cognito"
        element={
          <LazyPart>
            <CognitoFlow />
          </LazyPart>
        }
      />
      <Route path="confirmed" element={<ConfirmedPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
