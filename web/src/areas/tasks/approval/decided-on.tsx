import type { Task } from '@throughline/contracts/tasks'
import { AttachmentLink } from '../detail/attachments.tsx'
import { Section } from '../detail/section.tsx'
import { CutNote } from '../parts/cut-note.tsx'
import { texts } from './approval.texts.ts'

/** What there is to decide on: files first, then everything answered so far. */
export function DecidedOn({ task: { facts, attachments } }: { task: Task }) {
  if (facts.length === 0 && attachments.length === 0) return <p className="text-sm text-fg-3">{texts.noFacts}</p>
  return (
    <div className="space-y-5">
      {attachments.length > 0 && (
        <Section title={texts.files} count={attachments.length}>
          <ul className="grid grid-cols-1 gap-1.5">
            {attachments.map((file) => (
              <li key={file.id} className="rounded-md bg-surface">
                <AttachmentLink file={file} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {facts.length > 0 && (
        <Section title={texts.answers} count={facts.length}>
          <dl className="divide-y overflow-hidden rounded-md border bg-surface">
            {facts.map(({ name, label, shown, size }) => (
              <div key={name} className="grid grid-cols-[minmax(7rem,2fr)_3fr] gap-3 px-4 py-2">
                <dt translate="no" className="break-words text-fg-3">
                  {label}
                </dt>
                <dd translate="no" className="tnum min-w-0 break-words whitespace-pre-line">
                  {shown}
                  <CutNote size={size} />
                </dd>
              </div>
            ))}
          </dl>
        </Section>
      )}
    </div>
  )
}
