import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { postFile } from '../../../api/post-file.ts';

/**
 * Uploads the file of a world and makes it the next world of a stack. The upload ends when its component is removed. A file that has
 * arrived is not sent again when it could not be taken, as while the server starts.
 */
export function useWorldUpload(stackName: string) {
  const client = useQueryClient();
  const [share, setShare] = useState(0);
  const ending = useRef<AbortController>(null);
  const arrived = useRef<{ file: File; uploadId: string }>(null);
  useEffect(() => () => ending.current?.abort(), []);
  async function send(file: File, signal: AbortSignal) {
    setShare(0);
    const body = { stackName, bytes: file.size };
    const { uploadId, form } = await call('POST /api/minecraft_bedrock/worlds/upload', { body, signal });
    await postFile(form, file, { signal, onProgress: setShare });
    return uploadId;
  }
  const upload = useMutation({
    meta: { isTransfer: true },
    async mutationFn(file: File) {
      const { signal } = (ending.current = new AbortController());
      if (arrived.current?.file !== file) arrived.current = { file, uploadId: await send(file, signal) };
      setShare(1);
      const { uploadId } = arrived.current;
      try {
        await call('PUT /api/minecraft_bedrock/worlds/upload', {
          body: { stackName, uploadId, file: file.name },
          signal,
        });
      } catch (error) {
        // The site keeps a file that nobody takes for a day.
        if (error instanceof ApiError && error.status === 404) arrived.current = null;
        throw error;
      }
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ['stack', stackName, 'world'] }),
  });
  return { upload, share };
}

/** Makes a backup of one stack the next world of another one. */
export function useWorldCopy(fromStackName: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ stackName, archiveId }: { stackName: string; archiveId: string }) =>
      call('PUT /api/minecraft_bedrock/worlds/copy', { body: { stackName, fromStackName, archiveId } }),
    onSettled: (_data, _error, { stackName }) =>
      void client.invalidateQueries({ queryKey: ['stack', stackName, 'world'] }),
  });
}
