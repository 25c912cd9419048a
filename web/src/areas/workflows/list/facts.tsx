import type { WorkflowAccess, WorkflowCard } from '@throughline/contracts/workflows'
import { Archive, Globe2, Lock, type LucideIcon, UsersRound } from 'lucide-react'
import { categoryName } from '../../../shared/workflow-categories.texts.ts'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { spec, texts as workflowsTexts } from '../workflows.texts.ts'

const texts = workflowsTexts.access

/** In few words who sees a workflow, with the icon that goes before them. */
function accessText({ visibility, teams, people }: WorkflowAccess): { icon: LucideIcon; text: string } {
  if (visibility === 'everyone') return { icon: Globe2, text: texts.everyone }
  const named = teams.map(({ name }) => name).join(', ')
  if (named) return { icon: UsersRound, text: people.length > 0 ? texts.teamsAndPeople(named, people.length) : named }
  const [first, ...others] = people
  return { icon: Lock, text: first ? texts.withOthers(first.name, others.length) : texts.nobody }
}

/** There is a version to run, and it may begin new instances. */
export const isStartable = ({ current_version, status, deleted_at }: WorkflowCard) =>
  current_version !== null && status !== 'archived' && deleted_at === null

export const typeAndVersion = ({ type, current_version }: WorkflowCard) =>
  `${workflowsTexts.types[type]} · ${current_version === null ? workflowsTexts.draft : workflowsTexts.version(current_version)}`

/** A workflow without a category carries the specification's word for that. */
export function Category({ category }: { category: string }) {
  return category && category !== 'Uncategorized' ? (
    <span translate="no" className="truncate">
      {categoryName(category)}
    </span>
  ) : (
    <span className="truncate">{spec.uncategorized}</span>
  )
}

/** Archived, and what is not published: said by a word and a shape. */
export function Marks({ workflow }: { workflow: WorkflowCard }) {
  const { status, current_version, draft_changes } = workflow
  const draft =
    current_version === null
      ? workflowsTexts.neverPublished
      : draft_changes > 0
        ? workflowsTexts.changes(draft_changes)
        : null
  return (
    <>
      {status === 'archived' && (
        <Tag tone="quiet" icon={Archive}>
          {workflowsTexts.archived}
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

export function AccessSummary({ workflow, size = 12 }: { workflow: WorkflowCard; size?: number }) {
  const { icon: Icon, text } = accessText(workflow.access)
  const named = workflow.access.visibility === 'limited'
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Icon size={size} aria-hidden className="shrink-0" />
      <span className="sr-only">{workflowsTexts.access.visibleTo} </span>
      <span title={text} {...(named && { translate: 'no' as const })} className="truncate">
        {text}
      </span>
    </span>
  )
}
