import type { TableRecord } from '../../../compiler/ir.js';
import { recordAll } from '../../lines/v3/explain.js';
import { v4 } from '../../lines/v4/line.js';
import { tableOf } from '../../registration/table.js';
import { kUseRouter } from '../../symbols.js';

/** The layers of an application or a router, and its line. */
export function recordOf(app: any): { record: TableRecord; line: string } {
  const table = tableOf(app[kUseRouter]?.() ?? app);
  if (table !== null) {
    return { record: table.record() as unknown as TableRecord, line: table.line === v4 ? '4' : '5' };
  }
  if (app._router?.map && app.explain) return { record: recordAll(app), line: '3' };
  throw new Error(
    'The application was created by an Express or a maglev that this command cannot access: run the maglev that is installed next to it.',
  );
}
