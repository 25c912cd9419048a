import type { Task } from '@throughline/contracts/tasks'
import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Section } from '../../../ui/section.tsx'
import { AnswerFiles } from '../../documents/parts/answer-files.tsx'
import { Attachments } from '../detail/attachments.tsx'
import { CutNote } from '../parts/cut-note.tsx'
import { texts } from './approval.texts.ts'

const ChangedNote = lazyPart(
  () => import('../../documents/parts/changed-note.tsx'),
  (module) => module.ChangedNote,
)

/** What there is to decide on: files first, then everything answered so far. Where there is no file yet, one can be added below. */
export function DecidedOn({ task }: { task: Task }) {
  const { facts, attachments, can } = task
  const some = attachments.length > 0
  const files = (some || can.attach) && <Attachments key="files" task={task} />
  const answers = <Answers key="answers" facts={facts} />
  return (
    <div className="space-y-5">
      {facts.length === 0 && !some && <p className="text-sm text-fg-3">{texts.noFacts}</p>}
      {some && (
        <Suspense>
          {attachments.map(({ id }) => (
            <ChangedNote key={id} documentId={id} />
          ))}
        </Suspense>
      )}
      {some ? [files, answers] : [answers, files]}
    </div>
  )
}

export function Answers({ facts }: Pick<Task, 'facts'>) {
  if (facts.length === 0) return null
  return (
    <Section title={texts.answers} count={facts.length}>
      <dl className="divide-y overflow-hidden rounded-md border bg-surface">
        {facts.map(({ name, label, shown, size, files }) => (
          <div key={name} className="grid grid-cols-[minmax(7rem,2fr)_3fr] gap-3 px-4 py-2">
            <dt translate="no" className="break-words text-fg-3">
              {label}
            </dt>
            <dd translate="no" className="tnum min-w-0 break-words whitespace-pre-line">
              {files.length > 0 ? <AnswerFiles files={files} /> : shown}
              <CutNote size={size} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
