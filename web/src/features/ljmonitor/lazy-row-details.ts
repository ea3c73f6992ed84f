import { onDemand } from '../../ui/feedback/on-demand.tsx';

/** All parts that open beneath a row or the form of communities come in one file, which is loaded when the first of them opens. */
const load = () => import('./row-details.ts');

export const BeginQuestions = onDemand(async () => ({ default: (await load()).BeginQuestions }));
export const HouseDetail = onDemand(async () => ({ default: (await load()).HouseDetail }));
export const MedianChart = onDemand(async () => ({ default: (await load()).MedianChart }));
export const NoteEditor = onDemand(async () => ({ default: (await load()).NoteEditor }));
export const RemovedSummary = onDemand(async () => ({ default: (await load()).RemovedSummary }));
