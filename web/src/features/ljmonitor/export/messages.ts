import type { ExportKind } from './exports.ts';

export const exportAs: Record<ExportKind, string> = {
  houses: 'Export these houses as',
  histories: 'All versions of them as',
  communities: 'All communities with their medians as',
};

export const exportIn = (kind: ExportKind, format: string) => `${exportAs[kind]} ${format}`;

const counted: Record<ExportKind, (count: number) => string> = {
  houses: (count) => (count === 1 ? '1 house' : `${count} houses`),
  histories: (count) => (count === 1 ? '1 version' : `${count} versions`),
  communities: (count) => (count === 1 ? '1 community' : `${count} communities`),
};

export const loadedSoFar = (count: number) => `${count} loaded…`;
export const savedIn = (kind: ExportKind, count: number) => `${counted[kind](count)} saved`;
export const couldNotExport = 'Could not export them.';
