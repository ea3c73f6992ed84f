// All parts that open beneath a row or the form of communities are in one chunk, with what exports share with them. It loads when
// the first of them opens.
export { BeginQuestions } from './communities/begin/begin-questions.tsx';
export { HouseDetail } from './history/house-detail.tsx';
export { MedianChart } from './charts/median-chart.tsx';
export { NoteEditor } from './notes/note-editor.tsx';
export { RemovedSummary } from './sold/removed-summary.tsx';
export { loadEnds } from './sold/ends-query.ts';
export { statsQuery } from './detail-queries.ts';
