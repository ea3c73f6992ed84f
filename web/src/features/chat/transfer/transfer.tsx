import { Page } from '../../../layout/page.tsx';
import { ExportAll } from './export-all.tsx';
import { ImportExport } from './import-export.tsx';
import { importAndExport } from '../texts.ts';

/** The page that takes conversations in and out. */
export function Transfer() {
  return (
    <Page title={importAndExport}>
      <h1>{importAndExport}</h1>
      <ImportExport />
      <ExportAll />
    </Page>
  );
}
