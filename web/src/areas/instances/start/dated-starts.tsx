import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DatedStart } from '@throughline/contracts/dated-starts'
import { CalendarClock } from 'lucide-react'
import { useZone } from '../../../shared/current-user.ts'
import { shortDate } from '../../../shared/format/time.ts'
import { useAct } from '../../../shared/use-act.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { cancelDated, datedStartsQuery } from './dated-starts.api.ts'
import { datedTexts } from './start.texts.ts'

type DatedStartsProps = { workflowId: string; mayCancel: boolean }

/** What people could not start for want of runs, until it begins; nothing shows where nothing waits. */
export function DatedStarts({ workflowId, mayCancel }: DatedStartsProps) {
  const queries = useQueryClient()
  const { data: waiting = [] } = useQuery(datedStartsQuery(workflowId))
  const refresh = () => queries.invalidateQueries({ queryKey: datedStartsQuery(workflowId).queryKey })
  const { busy, run } = useAct({ refresh })
  if (waiting.length === 0) return null
  const cancel = (start: DatedStart): void =>
    void run({
      call: () => cancelDated(workflowId, start.id),
      done: datedTexts.canceled(start.name),
      failed: datedTexts.cancelFailed,
      retry: () => cancel(start),
    })
  return (
    <ul aria-label={datedTexts.label} className="max-h-32 shrink-0 divide-y overflow-y-auto border-y bg-surface-2">
      {waiting.map((start) => (
        <Waiting
          key={start.id}
          start={start}
          busy={busy !== undefined}
          onCancel={mayCancel ? () => cancel(start) : undefined}
        />
      ))}
    </ul>
  )
}

type WaitingProps = { start: DatedStart; busy: boolean; onCancel: (() => void) | undefined }

function Waiting({ start: { name, starts_at, by, reason }, busy, onCancel }: WaitingProps) {
  const [zone, now] = [useZone(), useNow()]
  return (
    <li className="flex min-h-10 items-center gap-2.5 px-4 py-1 text-sm">
      <CalendarClock size={15} aria-hidden className="shrink-0 text-fg-3" />
      <span className="min-w-0 flex-1">
        <span translate="no" className="font-medium wrap-anywhere">
          {name}
        </span>{' '}
        <span className={reason ? 'text-warning-fg' : 'text-fg-2'}>
          {reason ?? datedTexts.starts(shortDate(starts_at, zone, now))}
        </span>
        {by && <span className="text-fg-3"> {datedTexts.by(by.name)}</span>}
      </span>
      {onCancel && (
        <Button size="sm" variant="ghost" busy={busy} aria-label={datedTexts.cancelOf(name)} onClick={onCancel}>
          {datedTexts.cancel}
        </Button>
      )}
    </li>
  )
}
