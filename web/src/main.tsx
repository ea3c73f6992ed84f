import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import './ui/tokens.css';
import './ui/base.css';
import { refetchOnFocus, newQueryClient } from './api/query-client.ts';
import { rememberSignIn } from './api/sign-in.ts';
import { App } from './app.tsx';
import { updateThemeColor } from './lib/preferences/theme.ts';

rememberSignIn();
refetchOnFocus();
updateThemeColor();
const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={newQueryClient()}>
      {/* Without transitions, a checkbox whose state is in the URL does not flicker. */}
      <BrowserRouter useTransitions={false}>
        <App />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);
