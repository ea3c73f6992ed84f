import type { Delivery } from '../platform/worker/queue-handler.ts';
import { type AnswerPorts, generateAnswer } from './answers/answer-worker.ts';
import type { ChatJob } from './jobs/job.ts';
import { findModel } from './models/catalogue.ts';
import { type OfferPorts, offerWorker } from './offers/offer-worker.ts';
import { checkCopies, type CheckPorts } from './purge/check-copies.ts';
import { purge } from './purge/purge.ts';

export type WorkerPorts = AnswerPorts & OfferPorts & CheckPorts;

/** Creates the worker of the chat's queue: one record writes or cancels one answer, purges one conversation, or looks after copies. */
export function chatWorker(ports: WorkerPorts) {
  const lookAtOffers = offerWorker(ports);
  return async (job: ChatJob, delivery: Delivery) => {
    switch (job.kind) {
      case 'generate':
        // A job that is delivered again writes nothing, so it does not look either.
        if (await generateAnswer(ports, job, delivery)) await lookAtOffers();
        break;
      case 'cancel':
        await ports.model.cancel(findModel(ports.settings.catalogue.models, job.modelCode), job.responseId);
        break;
      case 'purge':
        await purge(ports, job);
        break;
      case 'checkCopies':
        await checkCopies(ports, job);
    }
  };
}
