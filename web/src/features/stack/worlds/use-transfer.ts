import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { postFile } from '../../../api/post-file.ts';

/** Uploads the file of a world and makes it the next world of a stack. The upload ends when its component is removed. */
export function useWorldUpload(stackName: string) {
  const client = useQueryClient();
  const [share, setShare] = useState(0);
  const ending = useRef<AbortController>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const upload = useMutation({
    async mutationFn(file: File) {
      const { signal } = (ending.current = new AbortController());
      setShare(0);
      const body = { stackName, bytes: file.size };
      const { uploadId, form } = await call('POST /api/minecraft_bedrock/worlds/upload', { body, signal });
      await postFile(form, file, { signal, onProgress: setShare });
      setShare(1);
      const taken = { stackName, uploadId, file: file.name };
      await call('PUT /api/minecraft_bedrock/worlds/upload', { body: taken, signal });
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
