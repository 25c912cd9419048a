import { useQuery } from '@tanstack/react-query'
import type { PastRun, PlannedRun, Schedule } from '@throughline/contracts/starts'
import { CircleMinus, CirclePause, CircleX, Clock, type LucideIcon, RotateCcw, SkipForward } from 'lucide-react'
import type { ReactNode } from 'react'
import { momentText } from '../../../shared/format/moments.ts'
import { daysUntil, weekdayDate, weekdays } from '../../../shared/format/time.ts'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { useNow } from '../../../shared/use-now.ts'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { InstanceLink } from '../parts/instance-link.tsx'
import { previewQuery, type ScheduleBody } from '../starts.api.ts'
import { scheduleTexts as texts } from '../starts.texts.ts'

const noon = (day: string) => `${day}T12:00:00Z`
const dayText = (day: string) => weekdays('UTC').format(new Date(noon(day)))

function Group({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-5">
      <h3 className="mb-2 text-sm font-medium">
        {title}
        {note && <span className="ml-2 text-xs font-normal text-fg-3">{note}</span>}
      </h3>
      {children}
    </section>
  )
}

const Box = ({ children }: { children: ReactNode }) => (
  <p className="rounded-md border p-3 text-sm text-fg-3">{children}</p>
)

type NextRunsProps = {
  workflowId: string
  /** Absent while something is missing. */
  when: Pick<ScheduleBody, 'rule' | 'time_zone' | 'day_off'> | undefined
  zone: string
  /** As it is saved, where nothing was changed since. */
  saved: Schedule | undefined
  /** Absent: only looked at. */
  onSkip: ((run: PlannedRun) => void) | undefined
}

/** The next ten runs: those that the engine holds, or those that it would hold. */
export function NextRuns({ workflowId, when, zone, saved, onSkip }: NextRunsProps) {
  const preview = useQuery({
    ...previewQuery(workflowId, when ?? { rule: { kind: 'once', day: '2026-01-01', time: '00:00' } }),
    enabled: when !== undefined && saved === undefined,
  })
  const runs = saved ? saved.next : preview.data
  const note = saved ? texts.exactly : texts.onceSaved
  if (!when) return <Group title={texts.nextTen}>{<Box>{texts.incomplete}</Box>}</Group>
  if (saved?.paused_at) return <Group title={texts.nextTen}>{<Box>{texts.whilePaused}</Box>}</Group>
  if (!runs && preview.isError) return <QueryFailed query={preview} title={texts.nextFailed} />
  if (!runs)
    return (
      <Group title={texts.nextTen}>
        <Skeleton className="h-40 w-full" />
      </Group>
    )
  return (
    <Group title={texts.nextTen} note={note}>
      {runs.length === 0 ? (
        <Box>{texts.noNext}</Box>
      ) : (
        <ul className="divide-y rounded-md border">
          {runs.map((run) => (
            <NextRun key={run.at} run={run} zone={zone} onSkip={saved && onSkip} />
          ))}
        </ul>
      )}
    </Group>
  )
}

function remarkOf(run: PlannedRun, zone: string, now: number): { text: string; isWarning: boolean } | undefined {
  if (run.skipped) {
    return { text: run.skipped_by ? texts.skippedBy(run.skipped_by) : texts.skipped, isWarning: false }
  }
  if (run.moved_from) {
    return { text: texts.movedFrom(weekdayDate(noon(run.moved_from), 'UTC', now), run.holiday), isWarning: true }
  }
  if (run.clock) return { text: texts.clock[run.clock], isWarning: true }
  const days = daysUntil(run.day, zone, now)
  if (days === 0) return { text: texts.today, isWarning: false }
  if (days === 1) return { text: texts.tomorrow, isWarning: false }
  return days <= 30 ? { text: texts.inDays(days), isWarning: false } : undefined
}

type NextRunProps = { run: PlannedRun; zone: string; onSkip: NextRunsProps['onSkip'] }

function NextRun({ run, zone, onSkip }: NextRunProps) {
  const remark = remarkOf(run, zone, useNow())
  const day = dayText(run.day)
  return (
    <li className="flex min-h-8 items-center gap-2 px-3 text-sm">
      <Clock size={13} aria-hidden className="shrink-0 text-fg-3" />
      <span className={cn('shrink-0', run.skipped && 'text-fg-3 line-through')}>{day}</span>
      <span className={cn('min-w-0 flex-1 truncate text-xs', remark?.isWarning ? 'text-warning-fg' : 'text-fg-3')}>
        {remark?.text}
      </span>
      {onSkip && (
        <IconButton
          label={run.skipped ? texts.unskip(day) : texts.skip(day)}
          icon={run.skipped ? RotateCcw : SkipForward}
          size="sm"
          onClick={() => onSkip(run)}
        />
      )}
    </li>
  )
}

/** What became of the last ten. */
export function LastRuns({ runs, zone }: { runs: readonly PastRun[]; zone: string }) {
  return (
    <Group title={texts.lastTen}>
      {runs.length === 0 ? (
        <Box>{texts.noLast}</Box>
      ) : (
        <ul className="divide-y rounded-md border">
          {runs.map((run) => (
            <LastRun key={run.nominal_at} run={run} zone={zone} />
          ))}
        </ul>
      )}
    </Group>
  )
}

const TONES: Partial<Record<PastRun['state'], string>> = { skipped: '', held: 'text-warning-fg' }
const ICONS: Partial<Record<PastRun['state'], LucideIcon>> = { skipped: CircleMinus, held: CirclePause }

function LastRun({ run, zone }: { run: PastRun; zone: string }) {
  const { instance, state, reason } = run
  const Icon = ICONS[state] ?? CircleX
  return (
    <li className="grid grid-cols-[7rem_1fr] gap-x-2 px-3 py-1.5 text-sm">
      <span className="text-xs leading-5 text-fg-3">{momentText(run.nominal_at, zone, useNow())}</span>
      <span className="min-w-0">
        {instance ? (
          <span className="flex items-center gap-1.5">
            <InstanceLink instance={instance} />
            {state === 'late' && <Tag tone="warning">{texts.states.late}</Tag>}
          </span>
        ) : (
          <span className={cn('flex items-center gap-1.5', TONES[state] ?? 'text-danger-fg')}>
            <Icon size={13} aria-hidden />
            {state === 'started' || state === 'late' ? texts.deletedInstance : texts.states[state]}
          </span>
        )}
        {reason && <span className="block text-xs text-fg-3">{reason}</span>}
      </span>
    </li>
  )
}
