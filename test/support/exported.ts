// An export as a value.
import type { DataFile } from '../../protocol/data-file/data-file.ts';
import { exportData, type ExportOptions } from '../../src/data-file/export.ts';
import type { Sql } from '../../src/store/driver/sql.ts';

export async function exported(sql: Sql, options: ExportOptions = {}): Promise<DataFile> {
  const parts: string[] = [];
  await exportData(sql, async (text) => void parts.push(text), options);
  return JSON.parse(parts.join('')) as DataFile;
}
