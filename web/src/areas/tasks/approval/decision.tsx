import { ApiError } from '@throughline/contracts/client'
import type { Task } from '@throughline/contracts/tasks'
import { Check, CornerDownRight, RotateCcw, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useConfirmedValue } from '../../../shared/use-confirmed-value.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/field.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { Textarea } from '../../../ui/textarea.tsx'
import type { TaskSurface } from '../detail/frame.ts'
import { useTaskAct } from '../detail/use-task-act.ts'
import { decide } from '../task-acts.api.ts'
import { texts } from './approval.texts.ts'
import { boundFiles, lookedAt, markOf, namedVersion } from './bound-files.ts'
import { leadsText } from './leads-text.ts'

const isChanged = (error: unknown) => error instanceof ApiError && error.code === 'changed'

type Verdict = 'approve' | 'reject' | 'changes'

type DecisionProps = {
  task: Task
  surface: TaskSurface
  /** The file beside it is still on its way: nobody approves what they have not seen. */
  waits: boolean
}

/** The comment that is being written, and sending it with a verdict. */
function useDecision(task: Task, waits: boolean) {
  const id = useId()
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState(false)
  const files = lookedAt(task)
  const hand = useConfirmedValue(markOf(files))
  const { busy, run } = useTaskAct(task.id)
  const send = async (decision: Verdict) => {
    if (busy !== undefined || (waits && decision === 'approve') || !hand.press()) return
    if (decision !== 'approve' && comment.trim() === '') {
      setMissing(true)
      document.getElementById(id)?.focus()
      return
    }
    // Also that there were none: what came since is not decided on unseen.
    const body = { decision, comment: comment.trim(), files }
    const isDone = await run({
      name: decision,
      call: () => decide(task.id, body),
      done: texts.done[decision],
      failed: texts.failed,
      onFailed: (error) => {
        if (isChanged(error)) hand.refused()
        return isChanged(error)
      },
    })
    if (!isDone) return
    setComment('')
    hand.decided()
    setMissing(false)
  }
  return { id, comment, setComment, missing: missing && comment.trim() === '', files: hand, busy, send }
}

/** Comment and buttons. Nothing counts before the server has said so. */
export function Decision({ task, surface, waits }: DecisionProps) {
  const { id, comment, setComment, missing, files, busy, send } = useDecision(task, waits)
  const mayChange = task.leads.changes !== null
  const version = namedVersion(task)
  const approve = version === undefined ? texts.approve : texts.approveVersion(version)
  usePageKeys([
    { key: 'a', label: approve, act: () => void send('approve') },
    ...(mayChange ? [{ key: 'c', label: texts.changes, act: () => void send('changes') }] : []),
    { key: 'r', label: texts.reject, act: () => void send('reject') },
  ])
  // Single keys rest while a dialog is open.
  const key = (name: string) => (surface === 'overlay' ? {} : { kbd: name })
  return (
    <div className="@container min-w-0 flex-1 max-[759px]:[--control-md:2.75rem]">
      {files.changed && (
        <Banner tone="warning" title={texts.changedMeanwhile} className="mb-3">
          {files.isTaken && texts.pressAgain}
        </Banner>
      )}
      <Field
        id={id}
        label={texts.comment}
        action={mayChange ? texts.commentNote : texts.commentNoteOne}
        error={missing && texts.commentMissing}
      >
        <Textarea
          rows={2}
          maxLength={5000}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
          className="max-[759px]:min-h-11!"
        />
      </Field>
      <div className="mt-2.5 grid grid-cols-2 gap-2 max-[759px]:[&_kbd]:hidden @max-[330px]:[&_kbd]:hidden">
        <Button
          variant="primary"
          icon={Check}
          busy={busy === 'approve'}
          disabled={waits}
          onClick={() => void send('approve')}
          className="col-span-2 max-[759px]:h-12"
          {...key('A')}
        >
          {approve}
        </Button>
        {mayChange && (
          <Button icon={RotateCcw} busy={busy === 'changes'} onClick={() => void send('changes')} {...key('C')}>
            {texts.changes}
          </Button>
        )}
        <Button
          icon={X}
          busy={busy === 'reject'}
          onClick={() => void send('reject')}
          className={cn(!mayChange && 'col-span-2')}
          {...key('R')}
        >
          {texts.reject}
        </Button>
      </div>
      <p className="mt-2.5 flex items-start gap-1.5 text-xs text-fg-3 max-[759px]:hidden">
        <CornerDownRight size={12} aria-hidden className="mt-0.5 shrink-0" />
        <span>
          {[
            ...(waits ? [texts.waitsForFile] : []),
            leadsText(task),
            ...(boundFiles(task).length > 0 ? [texts.boundToBytes] : []),
          ].join(' ')}
        </span>
      </p>
    </div>
  )
}
