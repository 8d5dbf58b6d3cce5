import { BackupPanel } from './backup-panel';
import { ExportPanel } from './export-panel';
import { ImportPanel } from './import-panel';

export const DataSection = () => (
  <div className="grid max-w-4xl gap-5">
    <BackupPanel />
    <ExportPanel />
    <ImportPanel />
  </div>
);
