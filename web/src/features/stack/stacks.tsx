import { Route, Routes } from 'react-router-dom';
import { NotFound } from '../../layout/not-found.tsx';
import { StackDetail } from './detail/stack-detail.tsx';
import { StackList } from './list/stack-list.tsx';

export default function Stacks() {
  return (
    <Routes>
      <Route index element={<StackList />} />
      <Route path="detail" element={<StackDetail />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
