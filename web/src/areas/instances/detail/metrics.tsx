import type { Instance } from '@throughline/contracts/instances'
import type { ReactNode } from 'react'
import { dueDateText, dueDay } from '../../../shared/format/due.ts'
import { durationText } from '../../../shared/format/duration.ts'
import type { Clock } from '../../../shared/format/time.ts'
import { daysUntil } from '../../../shared/format/time.ts'
import { cn } from '../../../ui/cn.ts'
import { Priority } from '../../../ui/priority.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { PersonName } from '../../tasks/parts/person-name.tsx'
import { isOpen } from '../list/rights.ts'
import { InstanceStatusPill } from '../parts/instance-status.tsx'
import { originText } from '../parts/origin-text.ts'
import { spec, texts } from './detail.texts.ts'

/** How it stands, in one bar; what a narrow page has no room for stands under Details. */
export function Metrics({ instance, clock }: { instance: Instance; clock: Clock }) {
  const { status, priority, steps_done, steps_total, metadata, started_by } = instance
  // Never full before the end, however many steps there are.
  const percent = steps_total === 0 ? 0 : Math.floor((steps_done / steps_total) * 100)
  return (
    <dl
      aria-label={texts.metrics}
      className="flex divide-x border-y bg-surface-2 @max-[720px]:flex-wrap @max-[720px]:divide-x-0"
    >
      <Metric name={spec.status}>
        <InstanceStatusPill status={status} />
      </Metric>
      <Metric name={spec.priority}>
        <Priority text level={priority} label={texts.priorities[priority]} />
      </Metric>
      <Metric name={spec.progress} className="w-[212px]">
        <Progress label={texts.progressLabel(steps_done, steps_total)} value={percent} className="min-w-10 flex-1" />
        <span className="tnum font-normal text-fg-2">{texts.stepsOf(steps_done, steps_total)}</span>
      </Metric>
      <Metric name={spec.dueDate}>
        <Due instance={instance} clock={clock} />
      </Metric>
      <RunningFor instance={instance} clock={clock} />
      <Metric name={texts.customer} className="flex-1 @max-[1000px]:hidden">
        {metadata.customer ? (
          <span translate="no" dir="auto" className="truncate">
            {metadata.customer}
          </span>
        ) : (
          <Missing />
        )}
      </Metric>
      <Metric name={texts.startedBy} className="pr-6">
        {started_by ? <PersonName person={started_by} /> : <span className="truncate">{originText(instance)}</span>}
      </Metric>
    </dl>
  )
}

const Missing = () => <span className="font-normal text-fg-3">{texts.noDue}</span>

function Metric({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={cn('min-w-0 px-4 py-2.5 first:pl-6 @max-[600px]:first:pl-4', className)}>
      <dt className="text-xs whitespace-nowrap text-fg-3">{name}</dt>
      <dd className="mt-1 flex h-[22px] items-center gap-1.5 text-sm font-medium whitespace-nowrap">{children}</dd>
    </div>
  )
}

function Due({ instance, clock }: { instance: Instance; clock: Clock }) {
  const { due_date, due_has_time, overdue_at } = instance
  if (!due_date) return <Missing />
  const running = isOpen(instance)
  const late = running && overdue_at !== null && Date.parse(overdue_at) <= clock.now
  return (
    <>
      <time translate="no" dateTime={due_date} className={cn('tnum', late && 'text-danger-fg')}>
        {dueDateText(due_date, due_has_time, clock.zone)}
      </time>
      {running && (
        <span className={cn('tnum font-normal', late ? 'text-danger-fg' : 'text-fg-3')}>
          {texts.daysLeft(daysUntil(dueDay(due_date, due_has_time, clock.zone), clock.zone, clock.now))}
        </span>
      )}
    </>
  )
}

function RunningFor({ instance, clock }: { instance: Instance; clock: Clock }) {
  const { created_at, started_at, completed_at, usually } = instance
  const from = Date.parse(started_at ?? created_at)
  const until = completed_at ? Date.parse(completed_at) : clock.now
  return (
    <Metric name={completed_at ? texts.ranFor : texts.runningFor} className="@max-[860px]:hidden">
      <span translate="no" className="tnum">
        {durationText(Math.max(0, until - from))}
      </span>
      {usually !== null && <span className="tnum font-normal text-fg-3">{texts.usually(durationText(usually))}</span>}
    </Metric>
  )
}
