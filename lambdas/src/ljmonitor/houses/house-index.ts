import type { MonitorPorts } from '../ports.ts';

/**
 * Shows the houses of a community in the house index while it is tracked, and hides them otherwise. A community that is
 * added and removed in quick succession may have two of these jobs at work, so each checks again after its writes.
 */
export async function updateHouseIndex({ store }: Pick<MonitorPorts, 'store'>, resblockId: string): Promise<void> {
  const isTracked = async () => (await store.findResblock(resblockId)) !== undefined;
  let indexed = await isTracked();
  for (;;) {
    await store.setIndexed(resblockId, indexed);
    const isStill = await isTracked();
    if (isStill === indexed) return;
    indexed = isStill;
  }
}
