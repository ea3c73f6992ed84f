import { Page } from '../../../layout/page.tsx';
import { ExportAll } from './export-all.tsx';
import { ImportExport } from './import-export.tsx';
import * as texts from '../messages.ts';

/** The page that takes conversations in and out. */
export function Transfer() {
  return (
    <Page title={texts.importAndExport}>
      <h1>{texts.importAndExport}</h1>
      <ImportExport />
      <ExportAll />
    </Page>
  );
}
