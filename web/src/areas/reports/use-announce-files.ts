import { REPORT_LIMITS, type Report } from '@throughline/contracts/reports'
import { useEffect, useRef } from 'react'
import { toast } from '../../ui/toast.ts'
import { texts } from './reports.texts.ts'

/** Says that a file is ready that was being made in the background while its report, or the list of them, stood open. */
export function useAnnounceFiles(reports: readonly Report[]) {
  const underWay = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, title, status, progress } of reports) {
      // Only a file may take so long.
      if (progress?.seconds === REPORT_LIMITS.file_seconds) underWay.current.add(id)
      else if (underWay.current.delete(id) && status === 'completed') toast.success(texts.fileReady(title))
    }
  }, [reports])
}
