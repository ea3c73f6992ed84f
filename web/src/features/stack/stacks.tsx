import { Route, Routes } from 'react-router-dom';
import { NotFound } from '../../layout/not-found.tsx';
import { Page } from '../../layout/page.tsx';
import { LazyPart } from '../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../ui/feedback/on-demand.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { StackList } from './list/stack-list.tsx';

const StackDetail = onDemand(() => import('./detail/stack-detail.tsx'));

export default function Stacks() {
  return (
    <Routes>
      <Route index element={<StackList />} />
      <Route
        path="detail"
        element={
          <LazyPart
            loading={
              <Page wide>
                <Skeleton rows={12} />
              </Page>
            }
          >
            <StackDetail />
          </LazyPart>
        }
      />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
