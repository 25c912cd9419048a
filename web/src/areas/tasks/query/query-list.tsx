import type { Task, TaskQuery } from '@throughline/contracts/tasks'
import { useZone } from '../../../shared/current-user.ts'
import { momentText } from '../../../shared/format/moments.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Section } from '../../../ui/section.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { queryTexts as texts } from './query.texts.ts'

/** What was asked about a task, with the answers that came. */
export function QueryList({ task: { queries } }: { task: Task }) {
  if (queries.length === 0) return null
  return (
    <Section title={texts.questions} count={queries.length}>
      <ul className="divide-y rounded-md border">
        {queries.map((query) => (
          <li key={query.id} className="px-3 py-2.5">
            <QueryItem query={query} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function QueryItem({ query: { question, answer, asked_by, to, blocking, created_at } }: { query: TaskQuery }) {
  const now = useNow()
  const zone = useZone()
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-fg-3">
        <span translate="no">{texts.between(asked_by?.name ?? texts.somebody, to?.name ?? texts.somebody)}</span>
        <span translate="no">{momentText(created_at, zone, now)}</span>
        {blocking && answer === null && <Tag tone="warning">{texts.isBlocking}</Tag>}
      </p>
      <p translate="no" className="mt-0.5 text-sm break-words whitespace-pre-line">
        {question}
      </p>
      {answer === null ? (
        <p className="mt-1 text-sm text-fg-3">{texts.waits}</p>
      ) : (
        <p translate="no" className="mt-1 border-l-2 pl-2.5 text-sm break-words whitespace-pre-line text-fg-2">
          {answer}
        </p>
      )}
    </>
  )
}
