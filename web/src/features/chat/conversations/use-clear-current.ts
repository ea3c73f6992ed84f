import { useSearchParams } from 'react-router-dom';

/** Returns a function that removes deleted conversations from the query string, because the Chat tab would open them. */
export function useClearCurrent() {
  const [query, setQuery] = useSearchParams();
  return (isDeleted: (sessionId: string) => boolean) => {
    if (!isDeleted(query.get('sessionId') ?? '')) return;
    setQuery(
      (before) => {
        before.delete('sessionId');
        return before;
      },
      { replace: true },
    );
  };
}
