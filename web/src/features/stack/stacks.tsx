import { QuietPage } from '../../layout/page.tsx';

export default function Stacks() {
  return (
    <QuietPage title="Stack Manager">
      <p>This tool is not here yet. It will start, restart and stop game servers, and show how they are.</p>
    </QuietPage>
  );
}
