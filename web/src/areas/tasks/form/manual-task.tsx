import type { TaskId } from '@throughline/contracts/ids'
import { Check } from 'lucide-react'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { hasMod, modKey } from '../../../ui/mod-key.ts'
import { spec } from '../detail/detail.texts.ts'
import type { TaskKindProps } from '../detail/frame.ts'
import { SideActs } from '../detail/side-acts.tsx'
import { TaskNotices } from '../detail/task-notices.tsx'
import { useTaskAct } from '../detail/use-task-act.ts'
import { FormFields } from '../parts/form-fields.tsx'
import { completeTask } from '../task-acts.api.ts'
import { DraftNote, FixNote } from './form-notes.tsx'
import { ReadAnswers } from './read-answers.tsx'
import { ReviewFooter } from './review.tsx'
import { texts } from './task-form.texts.ts'
import { useAnswers } from './use-answers.ts'
import { useDraft } from './use-draft.ts'
import { type FormUploads, useFormUploads } from './use-form-uploads.ts'

/** ⌘↵ hands the form in, wherever the focus is; only another box that is written in keeps it for itself. */
function useSubmitKey(form: RefObject<HTMLFormElement | null>, open: boolean) {
  useEffect(() => {
    if (!open) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !hasMod(event) || event.defaultPrevented) return
      const { target } = event
      if (target instanceof Element && target.closest('textarea, [role="dialog"]') && !form.current?.contains(target))
        return
      event.preventDefault()
      form.current?.requestSubmit()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [form, open])
}

/** Completed by somebody else meanwhile: what was typed can still be read and copied. */
const onlyRead = () => undefined

type Completing = {
  saver: ReturnType<typeof useDraft>['saver']
  answers: ReturnType<typeof useAnswers>
  uploads: FormUploads
}

/** Hands the answers in once the files among them have arrived. */
function useComplete(taskId: TaskId, { saver, answers, uploads }: Completing) {
  const { busy, run } = useTaskAct(taskId)
  const [completing, setCompleting] = useState(false)
  const complete = async () => {
    if (completing) return
    setCompleting(true)
    // What is still on its way may be one of the answers.
    if ((await uploads.allArrived()) && answers.hand()) {
      const body = { answers: answers.newest() }
      const handIn = () =>
        run({
          name: 'complete',
          call: () => completeTask(taskId, body),
          done: ({ data: { name, state, reviewer_person: reviewer } }) =>
            state === 'review' && reviewer ? texts.sentToReview(reviewer.name) : texts.done(name),
          failed: texts.failed,
          onFailed: answers.refuse,
        })
      if (await saver.handIn(handIn)) answers.settle()
    }
    setCompleting(false)
  }
  return { complete, completing, busy: completing || busy === 'complete' }
}

/** A person's step: what the form asks, with the answers kept while they are being given. */
export function ManualTask({ task, user, surface, renderFrame }: TaskKindProps) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft(task.id, user.member_id, task.can.complete)
  const answers = useAnswers(form, task, draft.restored, draft.saver.change)
  const uploads = useFormUploads(task.id)
  const { complete, completing, busy } = useComplete(task.id, { saver: draft.saver, answers, uploads })
  const typed = Object.keys(answers.typed).length > 0
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void complete()
  }
  useSubmitKey(form, task.can.complete)
  const files = [...task.attachments, ...task.answer_files]
  const main = (
    <div className="space-y-4">
      <TaskNotices task={task} user={user} typed={typed} />
      {task.can.complete || typed ? (
        <form ref={form} id={formId} noValidate aria-label={texts.form(task.name)} onSubmit={onSubmit}>
          {task.fields.length === 0 && task.can.complete && <p className="text-sm text-fg-3">{texts.nothingAsked}</p>}
          <FormFields
            fields={task.fields}
            values={answers.values}
            problems={answers.problems}
            hidden={answers.hidden}
            onChange={task.can.complete ? answers.change : onlyRead}
            onBlur={answers.leave}
            columns={surface === 'panel' ? 1 : 2}
            uploads={uploads}
            files={files}
            people={task.people}
          />
        </form>
      ) : (
        <ReadAnswers
          fields={task.fields}
          values={answers.values}
          hidden={answers.hidden}
          columns={surface === 'panel' ? 1 : 2}
          files={files}
          people={task.people}
        />
      )}
    </div>
  )
  const isDone = task.state === 'completed'
  const notes = task.can.complete && (
    <>
      <FixNote answers={answers} surface={surface} />
      <span className="flex-1" />
      <DraftNote saving={draft.saving} savedAt={task.draft_saved_at} zone={user.time_zone} />
    </>
  )
  const acts = (
    <>
      {(task.can.complete || isDone) && (
        <Button
          type="submit"
          form={formId}
          variant="primary"
          icon={Check}
          disabled={isDone}
          busy={busy}
          {...(completing && uploads.running > 0 && { busyLabel: texts.waitingForFiles(uploads.running) })}
          {...(surface === 'page' && !isDone && { kbd: modKey('↵') })}
          className={cn(surface === 'page' ? 'max-[759px]:flex-1' : 'flex-1')}
        >
          {isDone ? spec.completed : spec.complete}
        </Button>
      )}
      <SideActs task={task} surface={surface} giveAway={draft.saver.giveAway} />
    </>
  )
  const footer = task.can.review ? (
    <ReviewFooter task={task} surface={surface} />
  ) : (
    <FormFooter surface={surface} notes={notes} acts={acts} />
  )
  return renderFrame({ task, main, footer })
}

type FormFooterProps = Pick<TaskKindProps, 'surface'> & { notes: ReactNode; acts: ReactNode }

/** On the page everything in one line, the main act last; in a panel the notes above the buttons. */
function FormFooter({ surface, notes, acts }: FormFooterProps) {
  if (surface === 'page')
    return (
      <div className="flex flex-wrap items-center gap-3 max-[759px]:[--control-md:2.75rem]">
        {notes || <span className="flex-1" />}
        <div className="flex flex-row-reverse items-center gap-2 max-[759px]:w-full">{acts}</div>
      </div>
    )
  return (
    <div className="min-w-0 flex-1">
      {notes && <div className="mb-2.5 flex min-h-4 items-center gap-2 px-1">{notes}</div>}
      <div className="flex gap-2">{acts}</div>
    </div>
  )
}
