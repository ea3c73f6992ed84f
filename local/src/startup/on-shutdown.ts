/** Registers a closer. When the site stops, closers run one after the other, the last registered first. */
export type OnShutdown = (close: () => unknown) => void;

export function createShutdown() {
  const closers: (() => unknown)[] = [];
  const onShutdown: OnShutdown = (close) => void closers.push(close);
  return {
    onShutdown,
    shutDown: async () => {
      for (let close = closers.pop(); close; close = closers.pop()) await close();
    },
  };
}
