import * as z from 'zod';
import { maxWorldBytes, maxWorldFileNameLength } from '../../rules/stack/world.ts';
import { endpoint, nothing, PresignedPost } from '../endpoint.ts';
import { ArchiveId } from '../stack.ts';

const StackName = z.string().min(1).max(200);

/** The calls share a route, whose path has no parameters: see docs/decisions/0033. */
const route = 'ANY /api/minecraft_bedrock/worlds/{call}';

/** The calls that bring a world from elsewhere to a stack. The next start begins with it, as with an archive of the stack's own. */
export const worldTransferApi = {
  /** The form takes a file of exactly this size. A file that no stack has taken within a day is deleted. */
  requestWorldUpload: endpoint('POST /api/minecraft_bedrock/worlds/upload', {
    route,
    body: z.strictObject({ stackName: StackName, bytes: z.int().positive().max(maxWorldBytes) }),
    response: z.object({ uploadId: z.string(), form: PresignedPost }),
  }),
  /** Lists the uploaded world as an archive of the stack, and chooses it. */
  takeUploadedWorld: endpoint('PUT /api/minecraft_bedrock/worlds/upload', {
    route,
    cookies: true,
    body: z.strictObject({
      stackName: StackName,
      uploadId: ArchiveId,
      file: z
        .string()
        .min(1)
        .max(maxWorldFileNameLength)
        .refine((name) => name.isWellFormed(), { message: 'must be well-formed Unicode' }),
    }),
    response: nothing,
    audit: 'worldUploaded',
  }),
  /** Copies an archive of another stack to this one, and chooses it. */
  copyWorld: endpoint('PUT /api/minecraft_bedrock/worlds/copy', {
    route,
    cookies: true,
    body: z.strictObject({ stackName: StackName, fromStackName: StackName, archiveId: ArchiveId }),
    response: nothing,
    audit: 'worldCopied',
  }),
};
