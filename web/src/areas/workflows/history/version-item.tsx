import type { WorkflowVersion } from '@throughline/contracts/workflow-drafts'
import type { Author, WorkflowDraft } from '@throughline/contracts/workflows'
import type { ReactNode } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { momentText } from '../../../shared/format/moments.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cn } from '../../../ui/cn.ts'
import { Tag } from '../../../ui/tag.tsx'
import { historyTexts } from './history.texts.ts'
import type { Which } from './use-history.ts'

export type Item = {
  which: Which
  name: string
  note: string
  at: string
  people: readonly Author[]
  live: boolean
  hash?: string
}

export const draftItem = ({ based_on, changes, authors, updated_at }: WorkflowDraft): Item => ({
  which: 'draft',
  name: historyTexts.draft,
  note:
    based_on === null
      ? historyTexts.firstDraft
      : historyTexts.changesSince(changes.length, historyTexts.version(based_on).toLowerCase()),
  at: updated_at,
  people: authors,
  live: false,
})

export const versionItem = (version: WorkflowVersion, live: boolean): Item => ({
  which: version.number,
  name: historyTexts.version(version.number),
  note: version.note || historyTexts.changes(version.change_count),
  at: version.published_at,
  people: version.authors.length > 0 ? version.authors : version.published_by ? [version.published_by] : [],
  live,
  hash: version.hash,
})

const FACES = 4
type VersionItemProps = { item: Item; on: boolean; onChoose: () => void; children: ReactNode }

export function VersionItem({ item, on, onChoose, children }: VersionItemProps) {
  const { which, name, note, at, people, live } = item
  const zone = useZone()
  const now = useNow()
  const dot = which === 'draft' ? 'border-dashed border-line-control' : 'border-line-control bg-surface'
  return (
    <li className={cn('border-b', on && 'bg-accent-subtle')}>
      <div className={cn('relative flex items-start gap-3 px-4 py-3', !on && 'hover:bg-surface-2')}>
        <span
          aria-hidden
          className={cn('mt-1.5 size-2.5 shrink-0 rounded-full border-2', on ? 'border-accent bg-accent' : dot)}
        />
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2">
            <button
              type="button"
              aria-pressed={on}
              onClick={onChoose}
              className="row-target inset-focus text-sm font-medium"
            >
              {name}
            </button>
            {live && <Tag tone="success">{historyTexts.live}</Tag>}
            <span className="tnum ml-auto text-xs text-fg-3">{momentText(at, zone, now)}</span>
          </p>
          <p className="mt-0.5 flex items-center gap-2 text-xs text-fg-2">
            <span className="min-w-0 flex-1 truncate">{note}</span>
            {people.length > 0 && (
              <span className="flex -space-x-1">
                <span className="sr-only">{historyTexts.by(people.map((one) => one.name).join(', '))}</span>
                {people.slice(0, FACES).map((one) => (
                  <Avatar
                    key={one.id}
                    name={one.name}
                    src={one.photo ?? undefined}
                    size={18}
                    className="ring-2 ring-surface"
                  />
                ))}
              </span>
            )}
          </p>
        </div>
      </div>
      {on && <div className="pr-4 pb-3 pl-9.5">{children}</div>}
    </li>
  )
}
