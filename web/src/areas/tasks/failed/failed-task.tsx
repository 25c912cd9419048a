import { RotateCw, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { toast } from '../../../ui/toast.ts'
import { spec } from '../detail/detail.texts.ts'
import type { TaskKindProps } from '../detail/frame.ts'
import { SideActs } from '../detail/side-acts.tsx'
import { TaskNotices } from '../detail/task-notices.tsx'
import { useTaskAct } from '../detail/use-task-act.ts'
import { retrigger } from '../task-acts.api.ts'
import { AtWork, Cause } from './cause.tsx'
import { Attempts, fateOf, SentOutside } from './effects.tsx'
import { texts } from './failed.texts.ts'
import { OverrideDialog } from './override-dialog.tsx'

const noteOfRetry = {
  first: texts.retryFirst,
  anew: texts.retryRefused,
  sameKey: texts.retryKeys,
  mayDouble: texts.retryNoKeys,
}

/** What another try does about the last one: a refused one did nothing and is sent anew; any other keeps its key. */
function fateOfRetry({ attempts, tool }: TaskKindProps['task']): keyof typeof noteOfRetry {
  const last = attempts.at(-1)
  if (!last) return 'first'
  if (fateOf(last) === 'not') return 'anew'
  return tool?.honours_keys ? 'sameKey' : 'mayDouble'
}

/** An automation, or a step that cannot go on: what happened, and the two ways past it. */
export function FailedTask({ task, user, place, renderFrame }: TaskKindProps) {
  const [asked, setAsked] = useState<'retry' | 'override'>()
  const { busy, run } = useTaskAct(task.id)
  const mayDouble = fateOfRetry(task) === 'mayDouble'
  const isDone = task.state === 'completed'
  const retry = async () => {
    if (await run('retry', () => retrigger(task.id), texts.retryFailed)) toast.success(texts.retried)
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
    <div className={cn('min-w-0 flex-1', place === 'page' && 'flex flex-wrap items-center gap-3')}>
      {note && (place === 'page' ? note : <div className="mb-2.5 px-1">{note}</div>)}
      {!note && place === 'page' && <span className="flex-1" />}
      <div className={cn('flex items-center gap-2', place === 'page' && 'flex-row-reverse')}>
        <Button
          variant="primary"
          icon={RotateCw}
          disabled={isDone || task.state === 'in_progress' || !task.can.retry}
          busy={busy === 'retry'}
          className={cn(place !== 'page' && 'flex-1')}
          onClick={() => (mayDouble ? setAsked('retry') : void retry())}
        >
          {spec.retry}
        </Button>
        {(task.can.override || task.task_type === 'automated') && (
          <Button icon={ShieldAlert} disabled={isDone || !task.can.override} onClick={() => setAsked('override')}>
            {spec.override}
          </Button>
        )}
        <SideActs task={{ ...task, can: { ...task.can, override: false, edit: false } }} place={place} />
      </div>
      <AlertDialog
        open={asked === 'retry'}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={texts.askTwice}
        confirmLabel={texts.retryAnyway}
        tone="primary"
        onConfirm={retry}
      >
        {texts.askTwiceNote(task.tool?.name ?? texts.receiver)}
      </AlertDialog>
      {asked === 'override' && <OverrideDialog task={task} onOpenChange={(open) => !open && setAsked(undefined)} />}
    </div>
  )
  return renderFrame({ task, main, footer })
}
