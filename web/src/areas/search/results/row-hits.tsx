import type { InstanceHit, OtherHit, SearchMatch, WorkflowHit } from '@throughline/contracts/search'
import { Layers, type LucideIcon, Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import { Marked } from '../../../shared/marked.tsx'
import { PathLink } from '../../../shared/path-link.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { iconOfKind } from '../parts/kind-icons.ts'
import { texts } from '../search.texts.ts'
import { HitLine } from './hit-line.tsx'

type HitRowProps = {
  id: string
  icon: LucideIcon
  /** What its kind is called, where the icon alone would say it. */
  kind?: string
  path: string
  hit: { name: string; name_ranges: [number, number][]; match: SearchMatch }
  note: string
  end?: ReactNode
}

/** One thing in two lines: its name and what tells it apart, then where it matched. */
function HitRow({ id, icon: Icon, kind, path, hit, note, end }: HitRowProps) {
  return (
    <li
      data-row={id}
      className="relative flex min-h-12.5 items-center gap-3 border-t py-2 pr-3 pl-2.5 hover:bg-surface-2 has-focus-visible:bg-accent-subtle"
    >
      <Icon size={15} strokeWidth={1.8} aria-hidden className="shrink-0 text-fg-3" />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <PathLink
            data-main
            path={path}
            className="inset-focus min-w-0 shrink-0 truncate rounded-xs font-medium after:absolute after:inset-0 max-w-full"
          >
            <Marked text={hit.name} ranges={hit.name_ranges} />
          </PathLink>
          <span className="truncate text-xs text-fg-3">
            {kind && <span>{kind}</span>}
            {kind && note && ' · '}
            <span translate="no">{note}</span>
          </span>
        </p>
        <HitLine match={hit.match} />
      </div>
      {end}
    </li>
  )
}

export function InstanceHits({ hits }: { hits: readonly InstanceHit[] }) {
  return (
    <ul>
      {hits.map((hit) => (
        <HitRow
          key={hit.id}
          id={hit.id}
          icon={Layers}
          path={`/instances/${hit.id}`}
          hit={hit}
          note={[hit.key, hit.workflow.name, hit.client].filter(Boolean).join(' · ')}
          end={
            <span className="flex shrink-0 items-center gap-2 text-xs text-fg-3">
              <Progress
                label={texts.progress(hit.tasks_done, hit.tasks_total)}
                value={hit.tasks_total === 0 ? 0 : (100 * hit.tasks_done) / hit.tasks_total}
                className="w-20 max-[759px]:hidden"
              />
              <span className="tnum">{texts.progress(hit.tasks_done, hit.tasks_total)}</span>
            </span>
          }
        />
      ))}
    </ul>
  )
}

export function WorkflowHits({ hits }: { hits: readonly WorkflowHit[] }) {
  return (
    <ul>
      {hits.map((hit) => (
        <HitRow
          key={hit.id}
          id={hit.id}
          icon={Workflow}
          path={`/workflow-builder/${hit.id}`}
          hit={hit}
          note={hit.prefix}
          end={<span className="tnum shrink-0 text-xs text-fg-3">{texts.instances(hit.instance_count)}</span>}
        />
      ))}
    </ul>
  )
}

/** Kinds beside the four groups. */
export function OtherHits({ hits }: { hits: readonly OtherHit[] }) {
  return (
    <ul>
      {hits.map((hit) => (
        <HitRow
          key={`${hit.kind} ${hit.id}`}
          id={hit.id}
          icon={iconOfKind(hit.kind)}
          kind={hit.label}
          path={hit.path}
          hit={hit}
          note={hit.context}
        />
      ))}
    </ul>
  )
}
