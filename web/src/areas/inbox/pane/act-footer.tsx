import { Link } from '@tanstack/react-router'
import type { TaskId } from '@throughline/contracts/ids'
import type { Task } from '@throughline/contracts/tasks'
import { Check, Hand, RotateCcw, RotateCw } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { fateOfRetry } from '../../tasks/parts/retry-fate.ts'
import { spec, texts } from './pane.texts.ts'
import type { MessageActs } from './use-message-act.ts'

function OneLine({ note, children }: { note: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-[759px]:[--control-md:2.75rem]">
      {children}
      <p className="min-w-0 text-xs text-fg-3">{note}</p>
    </div>
  )
}

function OpenTask({ taskId, primary = false }: { taskId: TaskId; primary?: boolean }) {
  return (
    <Link
      to="/tasks/$taskId"
      params={{ taskId }}
      className={buttonClass({ variant: primary ? 'primary' : 'secondary' })}
    >
      {texts.openTask}
    </Link>
  )
}

type TaskFooterProps = { taskId: TaskId; acts: MessageActs }

export function OpenTaskFooter({ taskId }: { taskId: TaskId }) {
  return (
    <OneLine note={texts.openTaskNote}>
      <OpenTask taskId={taskId} primary />
    </OneLine>
  )
}

export function CompleteFooter({ taskId, acts: { busy, act } }: TaskFooterProps) {
  return (
    <OneLine note={texts.completeNote}>
      <Button
        variant="primary"
        icon={Check}
        busy={busy === 'complete'}
        busyLabel={texts.busy.complete}
        onClick={() => void act({ action: 'complete' })}
      >
        {spec.complete}
      </Button>
      <OpenTask taskId={taskId} />
    </OneLine>
  )
}

export function ClaimFooter({ taskId, acts: { busy, act } }: TaskFooterProps) {
  return (
    <OneLine note={texts.claimNote}>
      <Button
        variant="primary"
        icon={Hand}
        busy={busy === 'claim'}
        busyLabel={texts.busy.claim}
        onClick={() => void act({ action: 'claim' })}
      >
        {texts.claim}
      </Button>
      <OpenTask taskId={taskId} />
    </OneLine>
  )
}

/** Only where nothing can be done twice; else the task's own page says what was sent. */
export function RetryFooter({ task, acts: { busy, act } }: { task: Task; acts: MessageActs }) {
  const isSafe = !task.tool || fateOfRetry(task) !== 'mayDouble'
  return (
    <OneLine note={isSafe ? texts.retryNote : texts.retryOpenNote}>
      {isSafe && (
        <Button
          variant="primary"
          icon={RotateCw}
          busy={busy === 'retry'}
          busyLabel={texts.busy.retry}
          onClick={() => void act({ action: 'retry' })}
        >
          {texts.retry}
        </Button>
      )}
      <OpenTask taskId={task.id} primary={!isSafe} />
    </OneLine>
  )
}

export function ReviewFooter({ taskId, acts: { busy, act } }: TaskFooterProps) {
  const id = useId()
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState(false)
  const send = (action: 'pass' | 'return') => {
    if (action === 'return' && comment.trim() === '') {
      setMissing(true)
      document.getElementById(id)?.focus()
      return
    }
    void act({ action, comment: comment.trim() })
  }
  return (
    <div className="max-[759px]:[--control-md:2.75rem]">
      <Field
        id={id}
        label={texts.reviewComment}
        action={texts.reviewNote}
        error={missing && comment.trim() === '' && texts.reviewMissing}
      >
        <Textarea rows={2} maxLength={5000} value={comment} onChange={({ target }) => setComment(target.value)} />
      </Field>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="primary"
          icon={Check}
          busy={busy === 'pass'}
          busyLabel={texts.busy.pass}
          disabled={busy === 'return'}
          onClick={() => send('pass')}
        >
          {texts.pass}
        </Button>
        <Button
          icon={RotateCcw}
          busy={busy === 'return'}
          busyLabel={texts.busy.return}
          disabled={busy === 'pass'}
          onClick={() => send('return')}
        >
          {texts.giveBack}
        </Button>
        <OpenTask taskId={taskId} />
      </div>
    </div>
  )
}
