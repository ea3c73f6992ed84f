import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const channelName = 'stack-actions';

/** The channel of this tab, which does not get its own messages. Undefined while this tab shows no stacks. */
let ownChannel: BroadcastChannel | undefined;

/** Tells the other tabs of the same browser that an action on a stack was requested. */
export const tellOtherTabs = (stackName: string) => ownChannel?.postMessage(stackName);

/** Shows an action that another tab requests at once: what this tab has of the stack loads again, even if polling has paused. */
export function BegunElsewhere() {
  const client = useQueryClient();
  useEffect(() => {
    if (!('BroadcastChannel' in globalThis)) return undefined;
    const channel = new BroadcastChannel(channelName);
    channel.addEventListener('message', ({ data: stackName }: MessageEvent<unknown>) => {
      void client.invalidateQueries({ queryKey: ['stack', stackName] });
    });
    ownChannel = channel;
    return () => {
      ownChannel = undefined;
      channel.close();
    };
  }, [client]);
  return null;
}
