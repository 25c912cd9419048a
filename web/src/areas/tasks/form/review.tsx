import type { Task } from '@throughline/contracts/tasks'
import { Check, RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { TaskSurface } from '../detail/frame.ts'
import { useTaskAct } from '../detail/use-task-act.ts'
import { review } from '../task-acts.api.ts'
import { reviewTexts as texts } from './task-form.texts.ts'

/** What was completed, looked at by a second pair of eyes. */
export function ReviewFooter({ task, surface }: { task: Task; surface: TaskSurface }) {
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { busy, run } = useTaskAct(task.id)
  const who = task.assignee?.name ?? texts.somebody
  const send = async (decision: 'pass' | 'return') => {
    if (decision === 'return' && comment.trim() === '') {
      setMissing(true)
      box.current?.querySelector('textarea')?.focus()
      return
    }
    const isDone = await run({
      name: decision,
      call: () => review(task.id, { decision, comment: comment.trim() }),
      done: decision === 'pass' ? texts.passed(task.name) : texts.given(who),
      failed: texts.failed,
    })
    if (isDone) setComment('')
  }
  return (
    <div ref={box} className={cn('min-w-0 flex-1', surface === 'page' && 'mx-auto w-full max-w-170')}>
      <Field
        label={texts.comment}
        action={texts.commentNote}
        error={missing && comment.trim() === '' && texts.commentMissing}
      >
        <Textarea rows={2} value={comment} onChange={({ target }) => setComment(target.value)} />
      </Field>
      <div className="mt-2.5 grid grid-cols-2 gap-2 max-[759px]:[--control-md:2.75rem]">
        <Button variant="primary" icon={Check} busy={busy === 'pass'} onClick={() => void send('pass')}>
          {texts.pass}
        </Button>
        <Button icon={RotateCcw} busy={busy === 'return'} onClick={() => void send('return')}>
          {texts.giveBack}
        </Button>
      </div>
      <p className="mt-2 text-xs text-fg-3">{texts.leads(who)}</p>
    </div>
  )
}
