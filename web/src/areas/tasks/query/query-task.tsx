import { Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/field.tsx'
import { linkClass } from '../../../ui/link-style.ts'
import { hasMod, modKey } from '../../../ui/mod-key.ts'
import { Textarea } from '../../../ui/textarea.tsx'
import { spec } from '../detail/detail.texts.ts'
import type { TaskKindProps } from '../detail/frame.ts'
import { SideActs } from '../detail/side-acts.tsx'
import { TaskNotices } from '../detail/task-notices.tsx'
import { useTaskAct } from '../detail/use-task-act.ts'
import { completeTask } from '../task-acts.api.ts'
import { queryTexts as texts } from './query.texts.ts'

/** Somebody has asked something; the answer completes it. */
export function QueryTask({ task, user, surface, renderFrame }: TaskKindProps) {
  const [answer, setAnswer] = useState('')
  const [missing, setMissing] = useState(false)
  const id = useId()
  const { busy, run } = useTaskAct(task.id)
  const text = answer.trim()
  const isDone = task.state === 'completed'
  const send = async () => {
    if (text === '') {
      setMissing(true)
      document.getElementById(id)?.focus()
      return
    }
    const isDone = await run({
      name: 'answer',
      call: () => completeTask(task.id, { answer: text }),
      done: texts.answered,
      failed: texts.answerFailed,
    })
    if (isDone) setAnswer('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !hasMod(event)) return
    event.preventDefault()
    void send()
  }
  const given = task.answers['answer']
  const main = (
    <div className="space-y-4">
      <TaskNotices task={task} user={user} typed={text !== ''} />
      {task.about && (
        <p className="text-sm text-fg-3">
          {texts.about}{' '}
          <Link to="/tasks/$taskId" params={{ taskId: task.about.id }} translate="no" className={linkClass}>
            {task.about.name}
          </Link>
        </p>
      )}
      {typeof given === 'string' && (
        <div>
          <p className="text-sm font-medium">{texts.answer}</p>
          <p translate="no" className="mt-1 text-md break-words whitespace-pre-line">
            {given}
          </p>
        </div>
      )}
      {(task.can.complete || text !== '') && (
        <Field id={id} label={texts.answer} error={missing && text === '' && texts.answerMissing}>
          <Textarea
            rows={4}
            maxLength={5000}
            value={answer}
            readOnly={!task.can.complete}
            onKeyDown={onKeyDown}
            onChange={({ target }) => setAnswer(target.value)}
          />
        </Field>
      )}
    </div>
  )
  const footer = (
    <div className={cn('flex min-w-0 flex-1 items-center gap-2', surface === 'page' && 'flex-row-reverse')}>
      {(task.can.complete || isDone) && (
        <Button
          variant="primary"
          icon={Send}
          disabled={isDone}
          busy={busy === 'answer'}
          onClick={() => void send()}
          className={cn(surface !== 'page' && 'flex-1')}
          {...(surface === 'page' && !isDone && { kbd: modKey('↵') })}
        >
          {isDone ? spec.completed : texts.sendAnswer}
        </Button>
      )}
      <SideActs task={task} surface={surface} />
    </div>
  )
  return renderFrame({ task, main, footer })
}
