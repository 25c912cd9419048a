import { Link } from '@tanstack/react-router'
import type { WorkflowCard as Workflow } from '@throughline/contracts/workflows'
import { Clock as ClockIcon, Play, Tag as TagIcon, Trash2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { DeletedAgo, TimeAgo } from '../../../shared/time-ago.tsx'
import { cn } from '../../../ui/cn.ts'
import { STEP_KINDS, StepGlyph } from '../canvas/step-kinds.tsx'
import { spec, texts } from '../workflows.texts.ts'
import { AccessSummary, Category, isStartable, Marks, typeAndVersion } from './facts.tsx'

const wholeCard =
  'after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 ' +
  'focus-visible:after:outline-offset-2 focus-visible:after:outline-focus'

const MAX_GLYPHS = 11
const MAX_SPOKEN_GLYPHS = 6

/** The first steps by their kinds, in the order of the outline. */
function GlyphStrip({ workflow }: { workflow: Pick<Workflow, 'step_types' | 'step_count'> }) {
  const { step_types: types, step_count: count } = workflow
  const shown = types.slice(0, MAX_GLYPHS).map((type, position) => ({ type, position }))
  const kinds = types.slice(0, MAX_SPOKEN_GLYPHS).map((type) => STEP_KINDS[type].label)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn by many parts that are one picture
    <span className="flex h-5 items-center" role="img" aria-label={texts.stepsOf(count, kinds.join(', '))}>
      {/* What does not fit a narrow card wraps out of sight as a whole. */}
      <span className="flex h-5 min-w-0 flex-wrap overflow-hidden">
        {shown.map(({ type, position }) => (
          <span key={position} className="flex items-center">
            <span className={cn('h-px w-1 bg-line-strong', position === 0 && 'hidden')} />
            <StepGlyph type={type} size={20} className="rounded-[5px]" />
          </span>
        ))}
      </span>
      {count > shown.length && (
        <span className="tnum ml-1.5 shrink-0 text-xs text-fg-3">{texts.furtherSteps(count - shown.length)}</span>
      )}
    </span>
  )
}

type WorkflowCardProps = { workflow: Workflow; menu: ReactNode; mayStart: boolean }

export const WorkflowCard = memo(function WorkflowCard({ workflow, menu, mayStart }: WorkflowCardProps) {
  const { id, prefix, name, description, status, deleted_at } = workflow
  return (
    <li
      data-row={id}
      className={cn(
        'card relative flex flex-col rounded-lg border bg-card shadow-xs hover:border-line-strong hover:shadow-sm',
        (status === 'archived' || deleted_at) && 'bg-surface-2',
      )}
    >
      <div className="flex-1 p-4 pb-3">
        <div className="flex items-center gap-2">
          <Prefix>{prefix}</Prefix>
          <span className="shrink-0 text-xs text-fg-3">{typeAndVersion(workflow)}</span>
          <Marks workflow={workflow} />
          <span className="relative z-1 -my-1 -mr-1.5 ml-auto">{menu}</span>
        </div>
        <h2 translate="no" className="mt-2 text-md leading-snug">
          {deleted_at ? (
            <span dir="auto" className="block truncate text-left">
              {name}
            </span>
          ) : (
            <Link
              to="/workflow-builder/$workflowId"
              params={{ workflowId: id }}
              data-main
              dir="auto"
              className={cn('block truncate text-left', wholeCard)}
            >
              {name}
            </Link>
          )}
        </h2>
        <p className="mt-0.5 line-clamp-2 min-h-8 text-xs text-fg-3">
          {description ? <span translate="no">{description}</span> : texts.noDescription}
        </p>
        <div className="mt-3">
          <GlyphStrip workflow={workflow} />
        </div>
      </div>
      <div className="flex h-9 items-center gap-3 border-t px-4 text-xs text-fg-3">
        <span className="inline-flex min-w-0 items-center gap-1.5">
          <TagIcon size={12} aria-hidden className="shrink-0" />
          <span className="sr-only">{texts.columns.category}: </span>
          <Category category={workflow.category} />
        </span>
        <span className="-mr-1 ml-auto flex shrink-0 items-center gap-2">
          {!deleted_at && <Instances workflow={workflow} />}
          {mayStart && isStartable(workflow) && <Start workflow={workflow} />}
        </span>
      </div>
      <div className="flex h-8 items-center gap-3 rounded-b-lg border-t bg-surface-2 px-4 text-xs text-fg-3">
        {deleted_at ? (
          <Leaving at={deleted_at} />
        ) : (
          <span className="inline-flex shrink-0 items-center gap-1.5">
            <ClockIcon size={12} aria-hidden />
            <span>
              {texts.columns.changed} <TimeAgo at={workflow.updated_at} />
            </span>
          </span>
        )}
        <span className="ml-auto min-w-0">
          <AccessSummary workflow={workflow} />
        </span>
      </div>
    </li>
  )
})

export function Prefix({ children }: { children: string }) {
  return (
    <span
      translate="no"
      className="shrink-0 rounded-[5px] border border-line-strong bg-surface-2 px-1.5 font-mono text-xs leading-[18px] text-fg-2"
    >
      {children}
    </span>
  )
}

const footLink =
  'relative z-1 inline-flex h-6 shrink-0 items-center gap-1 rounded-xs px-1 font-medium text-accent-text hover:underline'

function Start({ workflow: { id, name } }: { workflow: Workflow }) {
  return (
    <Link
      to="/workflows/$workflowId/instances"
      params={{ workflowId: id }}
      search={{ panel: 'add' }}
      aria-label={texts.startOf(name)}
      className={footLink}
    >
      <Play size={12} aria-hidden />
      {texts.startShort}
    </Link>
  )
}

function Instances({ workflow: { id, name, instance_count } }: { workflow: Workflow }) {
  return (
    <Link to="/workflows/$workflowId/instances" params={{ workflowId: id }} className={footLink}>
      {spec.instances}
      <span translate="no" className="sr-only">
        {name}
      </span>
      <span translate="no" className="tnum font-normal text-fg-3">
        {instance_count}
      </span>
    </Link>
  )
}

function Leaving({ at }: { at: string }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5">
      <Trash2 size={12} aria-hidden />
      <span>
        {texts.columns.deleted} <DeletedAgo at={at} />
      </span>
    </span>
  )
}
