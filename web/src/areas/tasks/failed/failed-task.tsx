import type { Task } from '@throughline/contracts/tasks'
import { CircleX, LoaderCircle, RotateCw, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { useRetryText } from '../../../shared/use-retry-text.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { spec } from '../detail/detail.texts.ts'
import type { TaskKindProps } from '../detail/frame.ts'
import { SideActs } from '../detail/side-acts.tsx'
import { TaskNotices } from '../detail/task-notices.tsx'
import { useTaskAct } from '../detail/use-task-act.ts'
import { fateOfRetry } from '../parts/retry-fate.ts'
import { retrigger } from '../task-acts.api.ts'
import { Attempts, SentOutside } from './effects.tsx'
import { texts } from './failed.texts.ts'
import { OverrideDialog } from './override-dialog.tsx'

const noteOfRetry = {
  first: texts.retryFirst,
  anew: texts.retryRefused,
  sameKey: texts.retryKeys,
  mayDouble: texts.retryNoKeys,
}

/** An automation, or a step that cannot go on: what happened, and the two ways past it. */
export function FailedTask({ task, user, surface, renderFrame }: TaskKindProps) {
  const [dialog, openDialog] = useState<'retry' | 'override'>()
  const { busy, run } = useTaskAct(task.id)
  const mayDouble = fateOfRetry(task) === 'mayDouble'
  const isDone = task.state === 'completed'
  const retry = async () => {
    await run({ name: 'retry', call: () => retrigger(task.id), done: texts.retried, failed: texts.retryFailed })
  }
  const main = (
    <div className="space-y-5">
      <TaskNotices task={task} user={user} />
      {task.state === 'failed' && <Cause task={task} />}
      {(task.state === 'pending' || task.state === 'in_progress') && <AtWork task={task} />}
      {task.task_type === 'automated' && (
        <>
          <Attempts task={task} />
          <SentOutside task={task} />
        </>
      )}
    </div>
  )
  const note = task.tool && task.state === 'failed' && (
    <p className="min-w-0 flex-1 basis-60 text-xs text-fg-3">{noteOfRetry[fateOfRetry(task)]}</p>
  )
  const footer = (
    <div className={cn('min-w-0 flex-1', surface === 'page' && 'flex flex-wrap items-center gap-3')}>
      {note && (surface === 'page' ? note : <div className="mb-2.5 px-1">{note}</div>)}
      {!note && surface === 'page' && <span className="flex-1" />}
      <div className={cn('flex items-center gap-2', surface === 'page' && 'flex-row-reverse')}>
        <Button
          variant="primary"
          icon={RotateCw}
          disabled={isDone || task.state === 'in_progress' || !task.can.retry}
          busy={busy === 'retry'}
          className={cn(surface !== 'page' && 'flex-1')}
          onClick={() => (mayDouble ? openDialog('retry') : void retry())}
        >
          {spec.retry}
        </Button>
        {(task.can.override || task.task_type === 'automated') && (
          <Button icon={ShieldAlert} disabled={isDone || !task.can.override} onClick={() => openDialog('override')}>
            {spec.override}
          </Button>
        )}
        <SideActs task={{ ...task, can: { ...task.can, override: false, edit: false } }} surface={surface} />
      </div>
      <AlertDialog
        open={dialog === 'retry'}
        onClose={() => openDialog(undefined)}
        title={texts.askTwice}
        confirmLabel={texts.retryAnyway}
        tone="primary"
        onConfirm={retry}
      >
        {texts.askTwiceNote(task.tool?.name ?? texts.receiver)}
      </AlertDialog>
      {dialog === 'override' && <OverrideDialog task={task} onClose={() => openDialog(undefined)} />}
    </div>
  )
  return renderFrame({ task, main, footer })
}

/** What went wrong as the heading, then what can be done about it. */
function Cause({ task }: { task: Task }) {
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
function AtWork({ task }: { task: Task }) {
  const trying = useRetryText(task.waiting?.retry)
  return (
    <div className="rounded-lg border border-info-line bg-info-bg px-5 py-4">
      <h3 className="flex items-center gap-2.5 text-md text-info-fg">
        <LoaderCircle size={17} aria-hidden className="shrink-0 animate-spin motion-reduce:animate-none" />
        {trying ?? (task.state === 'in_progress' ? texts.running : texts.queued)}
      </h3>
      <p className="mt-1 text-sm text-fg-2">{(trying && task.waiting?.problem) || texts.runningNote}</p>
    </div>
  )
}
