import { Route, Routes } from 'react-router-dom';
import { NotFound } from '../../layout/not-found.tsx';
import { Chooser } from './sign-in/sign-in-options.tsx';
import { Cognito } from './flow/cognito-flow.tsx';

export default function Auth() {
  return (
    <Routes>
      <Route index element={<Chooser />} />
      <Route path="signin/cognito" element={<Cognito />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
