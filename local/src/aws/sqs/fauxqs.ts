/**
 * The parts of fauxqs that make up SQS. As a server it keeps queues on disk only when it listens on every address of
 * the machine; its own parts do both as we want it, but are not among its exports. Its version is pinned.
 */
export { SqsError } from '../../../../node_modules/fauxqs/dist/common/errors.js';
export { PersistenceManager } from '../../../../node_modules/fauxqs/dist/persistence.js';
export { SnsStore } from '../../../../node_modules/fauxqs/dist/sns/snsStore.js';
export { changeMessageVisibility } from '../../../../node_modules/fauxqs/dist/sqs/actions/changeMessageVisibility.js';
export { deleteMessage } from '../../../../node_modules/fauxqs/dist/sqs/actions/deleteMessage.js';
export { getQueueAttributes } from '../../../../node_modules/fauxqs/dist/sqs/actions/getQueueAttributes.js';
export { purgeQueue } from '../../../../node_modules/fauxqs/dist/sqs/actions/purgeQueue.js';
export { receiveMessage } from '../../../../node_modules/fauxqs/dist/sqs/actions/receiveMessage.js';
export { sendMessage } from '../../../../node_modules/fauxqs/dist/sqs/actions/sendMessage.js';
export { sendMessageBatch } from '../../../../node_modules/fauxqs/dist/sqs/actions/sendMessageBatch.js';
export { SqsStore } from '../../../../node_modules/fauxqs/dist/sqs/sqsStore.js';
