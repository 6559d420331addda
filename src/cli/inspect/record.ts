import type { TableRecord } from '../../../compiler/ir.js';
import { recordAll } from '../../lines/v3/explain.js';
import { v4 } from '../../lines/v4/line.js';
import { tableOf } from '../../registration/table.js';
import { kUseRouter } from '../../symbols.js';

/** The layers of an application, or of a router alone, and the line that it is of. */
export function recordOf(app: any): { record: TableRecord; line: string } {
  const table = tableOf(app[kUseRouter]?.() ?? app);
  if (table !== null) {
    return { record: table.record() as unknown as TableRecord, line: table.line === v4 ? '4' : '5' };
  }
  if (app._router?.map && app.explain) return { record: recordAll(app), line: '3' };
  throw new Error(
    'The application is made by an Express or a maglev that this command does not reach: run the maglev that is installed next to it.',
  );
}
