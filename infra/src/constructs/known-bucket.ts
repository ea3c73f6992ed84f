import { Aws, Fn } from 'aws-cdk-lib';

/**
 * The name of a bucket has the id of the stack where the site's own headers name the bucket: with a made-up name the bucket
 * would wait for the distribution, whose address its rules name, and the distribution for the bucket.
 */
export const bucketNameFor = (use: string) => `${use}-${Aws.REGION}-${Fn.select(2, Fn.split('/', Aws.STACK_ID))}`;

/** Returns the address of a bucket, in the region's own host. */
export const bucketUrlOf = (bucketName: string) => `https://s3.${Aws.REGION}.${Aws.URL_SUFFIX}/${bucketName}`;
