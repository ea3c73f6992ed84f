import { useState } from 'react';
import { Route, Routes } from 'react-router-dom';
import { Footer } from './layout/footer/footer.tsx';
import { useSettled } from './layout/keys/early-keys.ts';
import { NotFound } from './layout/not-found.tsx';
import { Screen } from './layout/screen.tsx';
import { TopBar } from './layout/top-bar/top-bar.tsx';
import { LazyPart } from './ui/feedback/lazy-part.tsx';
import { onDemand } from './ui/feedback/on-demand.tsx';

const Overlays = onDemand(() => import('./overlays.tsx'));
const Home = onDemand(() => import('./features/home/home.tsx'));
const Auth = onDemand(() => import('./features/auth/auth.tsx'));
const Monitor = onDemand(() => import('./features/ljmonitor/monitor.tsx'));
const Stacks = onDemand(() => import('./features/stack/stacks.tsx'));
const Costs = onDemand(() => import('./features/costs/costs.tsx'));
const Activity = onDemand(() => import('./features/auth/activity/activity-page.tsx'));
const Chat = onDemand(() => import('./features/chat/chat.tsx'));

/** The routes of all screens. Only this file and overlays.tsx import the features. */
export function App() {
  const isSettled = useSettled();
  const [isPaletteOpen, openPalette] = useState(false);
  return (
    <>
      <TopBar onGoTo={() => openPalette(true)} />
      {isSettled && (
        <LazyPart failure={null}>
          <Overlays isPaletteOpen={isPaletteOpen} openPalette={openPalette} />
        </LazyPart>
      )}
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
    </>
  );
}
