import type { Task } from '@throughline/contracts/tasks'
import { CircleX, LoaderCircle } from 'lucide-react'
import { texts } from './failed.texts.ts'

/** What went wrong as the heading, then what can be done about it. */
export function Cause({ task }: { task: Task }) {
  const waiting = task.leads.approve
  return (
    <div role="alert" className="rounded-lg border border-danger-line bg-danger-bg px-5 py-4">
      <h3 className="flex items-start gap-2.5 text-lg text-danger-fg">
        <CircleX size={19} aria-hidden className="mt-0.5 shrink-0" />
        <span translate="no" className="min-w-0 break-words">
          {task.problem ?? texts.stopped}
        </span>
      </h3>
      <ul className="mt-2 list-disc space-y-0.5 pl-5 text-fg-2">
        {task.can.retry && <li>{texts.retryHint}</li>}
        {task.can.override && <li>{texts.overrideHint}</li>}
        {waiting.length > 0 && <li translate="no">{texts.waits(waiting.join(', '))}</li>}
      </ul>
    </div>
  )
}

/** An automation that is at work, or is about to be. */
export function AtWork({ task }: { task: Task }) {
  return (
    <div className="rounded-lg border border-info-line bg-info-bg px-5 py-4">
      <h3 className="flex items-center gap-2.5 text-md text-info-fg">
        <LoaderCircle size={17} aria-hidden className="shrink-0 animate-spin motion-reduce:animate-none" />
        {task.state === 'in_progress' ? texts.running : texts.queued}
      </h3>
      <p className="mt-1 text-sm text-fg-2">{texts.runningNote}</p>
    </div>
  )
}
