import type { WorkflowAccess, WorkflowCard } from '@throughline/contracts/workflows'
import { Archive, Globe2, Lock, type LucideIcon, UsersRound } from 'lucide-react'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { spec, texts } from '../workflows.texts.ts'

const words = texts.access

/** In few words who sees a workflow, with the icon that goes before them. */
function accessSummary({ visibility, teams, people }: WorkflowAccess): { icon: LucideIcon; text: string } {
  if (visibility === 'everyone') return { icon: Globe2, text: words.everyone }
  const named = teams.map(({ name }) => name).join(', ')
  if (named) return { icon: UsersRound, text: people.length > 0 ? words.teamsAndPeople(named, people.length) : named }
  const [first, ...others] = people
  return { icon: Lock, text: first ? words.withOthers(first.name, others.length) : words.nobody }
}

export const typeAndVersion = ({ type, current_version }: WorkflowCard) =>
  `${texts.types[type]} · ${current_version === null ? texts.draft : texts.version(current_version)}`

/** A workflow without a category carries the specification's word for that. */
export function Category({ category }: { category: string }) {
  return category && category !== 'Uncategorized' ? (
    <span translate="no" className="truncate">
      {category}
    </span>
  ) : (
    <span className="truncate">{spec.uncategorized}</span>
  )
}

/** Archived, and what is not published: said by a word and a shape. */
export function Marks({ workflow }: { workflow: WorkflowCard }) {
  const { status, current_version, draft_changes } = workflow
  const draft =
    current_version === null ? texts.neverPublished : draft_changes > 0 ? texts.changes(draft_changes) : null
  return (
    <>
      {status === 'archived' && (
        <Tag tone="quiet" icon={Archive}>
          {texts.archived}
        </Tag>
      )}
      {draft && (
        <span title={draft} className="inline-flex min-w-0 items-center gap-1.5 text-xs text-fg-3">
          <StatusGlyph status="draft" size={12} />
          <span className="truncate">{draft}</span>
        </span>
      )}
    </>
  )
}

export function WhoSees({ workflow, size = 12 }: { workflow: WorkflowCard; size?: number }) {
  const { icon: Icon, text } = accessSummary(workflow.access)
  const named = workflow.access.visibility === 'limited'
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Icon size={size} aria-hidden className="shrink-0" />
      <span className="sr-only">{texts.access.visibleTo} </span>
      <span title={text} {...(named && { translate: 'no' as const })} className="truncate">
        {text}
      </span>
    </span>
  )
}
