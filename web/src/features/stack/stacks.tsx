import { Route, Routes } from 'react-router-dom';
import { NotFound } from '../../layout/not-found.tsx';
import { Page } from '../../layout/page.tsx';
import { LazyPart } from '../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../ui/feedback/on-demand.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Waiting } from '../../ui/feedback/waiting.tsx';
import { StackList } from './list/stack-list.tsx';

const StackDetail = onDemand(() => import('./detail/stack-detail.tsx'));
const StartPage = onDemand(() => import('./links/start-page.tsx'));

export default function Stacks() {
  return (
    <>
      <Routes>
        <Route index element={<StackList />} />
        <Route
          path="detail"
          element={
            <LazyPart
              loading={
                <Page width="wide">
                  <Waiting>
                    <Skeleton rows={12} />
                  </Waiting>
                </Page>
              }
            >
              <StackDetail />
            </LazyPart>
          }
        />
        <Route
          path="start"
          element={
            <LazyPart>
              <StartPage />
            </LazyPart>
          }
        />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </>
  );
}
