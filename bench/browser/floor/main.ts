// This is the least that a page of ours can be: React, a router that knows one route, and one query.
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';

function Session() {
  const { data } = useQuery({
    queryKey: ['session'],
    queryFn: async () => (await fetch('/api/auth/session')).text(),
  });
  return createElement(Link, { to: '/' }, data ?? 'Login');
}

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(
        BrowserRouter,
        null,
        createElement(Routes, null, createElement(Route, { path: '*', element: createElement(Session) })),
      ),
    ),
  );
}
