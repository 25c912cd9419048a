import { useQueryClient } from '@tanstack/react-query'
import { Archive, Reply } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useAct } from '../../../shared/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { hasMod, modKey } from '../../../ui/mod-key.ts'
import { Textarea } from '../../../ui/textarea.tsx'
import { addComment, type CommentSubject, commentsOfKey, type NamedAmong } from '../../comments/comments.api.ts'
import { CommentBox } from '../../comments/parts/comment-box.tsx'
import { contentOf, EMPTY } from '../../comments/parts/mentions.ts'
import { texts } from './pane.texts.ts'
import type { MessageActs } from './use-message-act.ts'

type ButtonsProps = {
  labels: { send: string; andArchive: string }
  busy: boolean
  onSend: (archive: boolean) => void
  children?: ReactNode
}

function ReplyButtons({ labels, busy, onSend, children }: ButtonsProps) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 max-[759px]:[--control-md:2.75rem]">
      <Button variant="primary" icon={Reply} kbd={modKey('↵')} busy={busy} onClick={() => onSend(false)}>
        {labels.send}
      </Button>
      <Button icon={Archive} disabled={busy} onClick={() => onSend(true)}>
        {labels.andArchive}
      </Button>
      {children}
    </div>
  )
}

type ReplyFooterProps = { subject: CommentSubject; among: NamedAmong; onArchive: () => void }

/** A comment where the person was named, without leaving the message. */
export function ReplyFooter({ subject, among, onArchive }: ReplyFooterProps) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(EMPTY)
  const [missing, setMissing] = useState(false)
  const note = useId()
  const { busy, run } = useAct()
  const send = async (archive: boolean) => {
    const content = contentOf(draft)
    setMissing(content === '')
    if (content === '' || busy !== undefined) return
    const isDone = await run({
      call: async () => {
        await addComment(subject, content)
        void queries.invalidateQueries({ queryKey: commentsOfKey(subject) })
      },
      done: texts.replied,
      failed: texts.replyFailed,
    })
    if (!isDone) return
    setDraft(EMPTY)
    if (archive) onArchive()
  }
  return (
    <div>
      <CommentBox
        label={texts.replyLabel}
        among={among}
        draft={draft}
        onDraft={setDraft}
        onSubmit={() => void send(false)}
        describedBy={missing ? note : undefined}
      />
      {missing && contentOf(draft) === '' && (
        <p id={note} role="alert" className="mt-1.5 text-xs text-danger-fg">
          {texts.replyMissing}
        </p>
      )}
      <ReplyButtons
        labels={{ send: texts.reply, andArchive: texts.replyAndArchive }}
        busy={busy !== undefined}
        onSend={(archive) => void send(archive)}
      >
        <p className="min-w-0 text-xs text-fg-3">{texts.posted[subject.kind]}</p>
      </ReplyButtons>
    </div>
  )
}

type AnswerFooterProps = { acts: MessageActs; onArchive: () => void }

/** The answer to a question, which completes it. */
export function AnswerFooter({ acts: { busy, act }, onArchive }: AnswerFooterProps) {
  const id = useId()
  const [answer, setAnswer] = useState('')
  const [missing, setMissing] = useState(false)
  const send = async (archive: boolean) => {
    if (answer.trim() === '') {
      setMissing(true)
      document.getElementById(id)?.focus()
      return
    }
    if ((await act({ action: 'answer', comment: answer.trim() })) && archive) onArchive()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !hasMod(event)) return
    event.preventDefault()
    void send(false)
  }
  return (
    <div>
      <Field id={id} label={texts.answerLabel} error={missing && answer.trim() === '' && texts.answerMissing}>
        <Textarea
          rows={2}
          maxLength={5000}
          value={answer}
          onKeyDown={onKeyDown}
          onChange={({ target }) => setAnswer(target.value)}
        />
      </Field>
      <ReplyButtons
        labels={{ send: texts.answer, andArchive: texts.replyAndArchive }}
        busy={busy === 'answer'}
        onSend={(archive) => void send(archive)}
      />
    </div>
  )
}
