import { lazy, useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { useConfirmation } from './api/confirmation.ts';
import { Footer } from './layout/footer.tsx';
import { NotFound } from './layout/not-found.tsx';
import { Screen } from './layout/screen.tsx';
import { TopBar } from './layout/top-bar.tsx';
import { LazyPart } from './ui/feedback/lazy-part.tsx';

const Overlays = lazy(() => import('./layout/overlays.tsx'));
const Home = lazy(() => import('./features/home/home.tsx'));
const Auth = lazy(() => import('./features/auth/auth.tsx'));
const Monitor = lazy(() => import('./features/ljmonitor/monitor.tsx'));
const Stacks = lazy(() => import('./features/stack/stacks.tsx'));
const Costs = lazy(() => import('./features/costs/costs.tsx'));
const Activity = lazy(() => import('./features/auth/activity/activity-page.tsx'));
const ConfirmationDialog = lazy(() => import('./features/auth/confirmation/confirmation-dialog.tsx'));
const Chat = lazy(() => import('./features/chat/chat.tsx'));

/** The routes of all screens. No other file imports the features. */
export function App() {
  const confirmation = useConfirmation();
  const [isPaletteOpen, openPalette] = useState(false);
  return (
    <>
      <TopBar onGoTo={() => openPalette(true)} />
      <Screen>
        <Routes>
          <Route index element={<Home />} />
          <Route path="/auth/*" element={<Auth />} />
          <Route path="/ljmonitor" element={<Monitor />} />
          <Route path="/stack/*" element={<Stacks />} />
          <Route path="/chat/*" element={<Chat />} />
          <Route path="/costs" element={<Costs />} />
          <Route path="/activity" element={<Activity />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Screen>
      <Footer />
      <LazyPart failure={null}>
        <Overlays isPaletteOpen={isPaletteOpen} openPalette={openPalette} />
      </LazyPart>
      {confirmation && (
        <LazyPart>
          <ConfirmationDialog confirmation={confirmation} />
        </LazyPart>
      )}
    </>
  );
}
