import { TenantId } from '@throughline/contracts/ids'
import { readTenantOnce } from '../../../core/db/in-tenant.ts'
import { texts } from '../report-texts.ts'
import { oldestWaiting } from '../runs.queries.ts'
import { failRun, type RunParts, type RunRef, runReport } from './run-report.ts'

export const createRunReportsActivities = (parts: RunParts) => ({
  nextReportRun: ({ tenantId }: { tenantId: string }): Promise<string | undefined> =>
    readTenantOnce(parts.ctx, { tenantId: TenantId.parse(tenantId) }, ({ db }) => oldestWaiting(db, tenantId)),
  runReport: (ref: RunRef): Promise<void> => runReport(parts, ref),
  failReportRun: (ref: RunRef): Promise<void> => failRun(parts, ref, { message: texts.broken }),
})

export type RunReportsActivities = ReturnType<typeof createRunReportsActivities>
