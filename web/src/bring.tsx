import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/tokens.css';
import './ui/base.css';
import { newQueryClient, refetchOnFocus } from './api/query-client.ts';
import { Bring } from './features/ljmonitor/hand-in/bring/bring.tsx';
import { updateThemeColor } from './lib/preferences/theme.ts';
import { site } from './site.ts';

// This is the document of `/ljmonitor/bring`. It is not the app, because its headers keep the tab that has opened it reachable.
refetchOnFocus();
updateThemeColor();
const root = document.querySelector('#root');
if (!root) throw new Error('bring.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={newQueryClient()}>
      <header className="bar">
        <a className="bar-title" href="/">
          {site.title}
        </a>
      </header>
      <Bring />
    </QueryClientProvider>
  </StrictMode>,
);
