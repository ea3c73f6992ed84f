import { Route, Routes } from 'react-router-dom';
import { NotFound } from '../../layout/not-found.tsx';
import { SignInOptions } from './sign-in/sign-in-options.tsx';
import { ConfirmedPage } from './confirmation/confirmed-page.tsx';
import { CognitoFlow } from './flow/cognito-flow.tsx';

export default function Auth() {
  return (
    <Routes>
      <Route index element={<SignInOptions />} />
      <Route path="signin/cognito" element={<CognitoFlow />} />
      <Route path="confirmed" element={<ConfirmedPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
