import { QuietPage } from '../../layout/page.tsx';

export default function Chat() {
  return (
    <QuietPage title="Chat">
      <p>This tool is not here yet. It will hold conversations with an assistant, and remember them.</p>
    </QuietPage>
  );
}
