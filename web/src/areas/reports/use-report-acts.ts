import type { CurrentUser } from '@throughline/contracts/auth'
import type { ReportId } from '@throughline/contracts/ids'
import type { Report } from '@throughline/contracts/reports'
import { useMemo } from 'react'
import { can } from '../../shared/current-user.ts'
import { trashActs } from '../../shared/trash/trash-acts.ts'
import { useAct } from '../../shared/use-act.ts'
import { reportCalls, useReportsRefresh } from './reports.api.ts'
import { spec, texts } from './reports.texts.ts'

/** Reports are changed by their author, owners, and admins. */
export const mayChange = (user: CurrentUser | null, { created_by }: Pick<Report, 'created_by'>): boolean =>
  can(user, 'reports.run') && (user?.is_admin === true || (created_by !== null && created_by.id === user?.member_id))

/** What one can do to a report wherever it is shown. */
export function useReportActs() {
  const refresh = useReportsRefresh()
  const { busy, run } = useAct({ refresh })
  return useMemo(() => {
    const trash = trashActs({
      calls: reportCalls,
      nameOf: ({ title }: Pick<Report, 'id' | 'title'>) => title,
      failed: { remove: () => spec.deleteFailed, restore: () => texts.notRestored },
      refresh,
    })
    const stop = (id: ReportId) => run({ name: 'stop', call: () => reportCalls.stop(id), failed: texts.stopFailed })
    return { remove: trash.remove, stop, busy }
  }, [refresh, run, busy])
}
