import { Link } from '@tanstack/react-router'
import type { Author, Workflow } from '@throughline/contracts/workflows'
import type { FlowDoc } from '@throughline/flow/document'
import {
  Braces,
  CirclePlay,
  Workflow as Flow,
  GitCommitVertical,
  History,
  Info,
  ListTree,
  Play,
  RefreshCw,
  Sparkles,
} from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { dateText } from '../../../shared/format/time.ts'
import { categoryName } from '../../../shared/workflow-categories.texts.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Tag } from '../../../ui/tag.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { spec, texts } from '../builder.texts.ts'
import type { Mode } from './builder-search.ts'

type HeaderProps = {
  doc: FlowDoc
  workflow: Workflow | undefined
  mode: Mode
  onMode: (mode: Mode) => void
  onRefresh: () => void
  refreshing: boolean
  /** Changes can be proposed to those who could apply them. */
  copilot: boolean
  /** Others whose changes are in the draft. */
  others: readonly Author[]
  /** How the draft stands. */
  note: ReactNode
  /** Edit; or Cancel, Save and Publish. */
  children?: ReactNode
}

const views = [
  { value: 'visual', label: spec.visual, icon: Flow },
  { value: 'outline', label: texts.outline, icon: ListTree },
  { value: 'json', label: spec.json, icon: Braces },
] as const

/** Who leaves a mode from within it goes on at the button that opened it. Answers the ref of what holds the buttons. */
function useWayOut(mode: Mode) {
  const buttons = useRef<HTMLDivElement>(null)
  const before = useRef(mode)
  useEffect(() => {
    const left = before.current
    before.current = mode
    if (left === mode || document.activeElement !== document.body) return
    for (const button of buttons.current?.querySelectorAll<HTMLElement>(`[data-mode="${left}"]`) ?? []) button.focus()
  }, [mode])
  return buttons
}

export function Header(props: HeaderProps) {
  const { doc, workflow, mode, onMode, others, note, children } = props
  const buttons = useWayOut(mode)
  const toggle = (wanted: Mode) => () => onMode(mode === wanted ? 'visual' : wanted)
  return (
    <header className="@container flex h-15 shrink-0 items-center gap-2 border-b px-4">
      <Title doc={doc} workflow={workflow} />
      <Segmented<Mode> label={texts.view} value={mode} onChange={onMode} items={views} />
      <div ref={buttons} className="flex flex-1 items-center justify-end gap-1.5">
        {note}
        <Faces people={others} />
        {workflow && (
          <>
            <IconButton
              label={spec.refresh}
              icon={RefreshCw}
              size="lg"
              disabled={props.refreshing}
              onClick={props.onRefresh}
            />
            {props.copilot && (
              <IconButton
                data-mode="copilot"
                label={texts.copilot}
                icon={Sparkles}
                size="lg"
                active={mode === 'copilot'}
                onClick={toggle('copilot')}
              />
            )}
            <IconButton
              data-mode="history"
              label={texts.history}
              kbd="H"
              icon={History}
              size="lg"
              active={mode === 'history'}
              onClick={toggle('history')}
            />
          </>
        )}
        <span className="@min-[1100px]:hidden">
          <IconButton
            data-mode="try"
            label={texts.tryIt}
            kbd="T"
            icon={CirclePlay}
            size="lg"
            active={mode === 'try'}
            onClick={toggle('try')}
          />
        </span>
        <Button
          data-mode="try"
          icon={CirclePlay}
          aria-pressed={mode === 'try'}
          onClick={toggle('try')}
          className="aria-pressed:border-accent aria-pressed:bg-accent-subtle aria-pressed:text-accent-text @max-[1100px]:hidden"
        >
          {texts.tryIt}
        </Button>
        {children}
      </div>
    </header>
  )
}

const Title = memo(function Title({ doc, workflow }: { doc: FlowDoc; workflow: Workflow | undefined }) {
  const zone = useZone()
  const status = workflow && statusOf(workflow)
  const facts = [
    texts.steps(Object.keys(doc.steps).length),
    workflow && texts.created(dateText(workflow.created_at, zone)),
    doc.description,
  ].filter(Boolean)
  return (
    <div className="min-w-0 flex-1">
      <div className="flex items-center gap-2">
        <h1 tabIndex={-1} translate="no" className="truncate text-lg outline-none">
          {doc.name || texts.newName}
        </h1>
        {status ? <Tag tone={status.tone}>{status.label}</Tag> : <Tag tone="warning">{texts.draft}</Tag>}
        {workflow?.current_version && (
          <Tag icon={GitCommitVertical} className="@max-[1100px]:sr-only">
            {texts.version(workflow.current_version)}
          </Tag>
        )}
        <InfoPopover doc={doc} workflow={workflow} />
      </div>
      <p translate="no" className="truncate text-xs text-fg-3">
        {facts.join(' · ')}
      </p>
    </div>
  )
})

function Faces({ people }: { people: readonly Author[] }) {
  if (people.length === 0) return null
  const shown = people.slice(0, 3)
  const said = texts.alsoHere(people.map(({ name }) => name).join(', '))
  return (
    <span title={said} className="mr-0.5 flex -space-x-1.5 max-[1100px]:hidden">
      <span className="sr-only">{said}</span>
      {shown.map(({ id, name, photo }) => (
        <Avatar key={id} name={name} src={photo ?? undefined} size={24} className="ring-2 ring-surface" />
      ))}
    </span>
  )
}

/** Of a version that runs: the way to its list with the start beside it. */
export const StartLink = ({ workflow }: { workflow: Workflow | undefined }) =>
  workflow?.current_version &&
  workflow.status !== 'archived' && (
    <Link
      to="/workflows/$workflowId/instances"
      params={{ workflowId: workflow.id }}
      search={{ panel: 'add' }}
      className={buttonClass()}
    >
      <Play size={14} aria-hidden />
      {texts.start}
    </Link>
  )

/** What the specification calls the info panel. */
function InfoPopover({ doc, workflow }: { doc: FlowDoc; workflow: Workflow | undefined }) {
  const zone = useZone()
  const rows: [string, string][] = [
    [spec.info.created, workflow ? dateText(workflow.created_at, zone) : '–'],
    [spec.info.lastInstance, String(workflow?.last_instance_number ?? 0)],
    [spec.info.status, workflow ? statusOf(workflow).label : spec.active],
    [spec.info.version, doc.metadata.version],
    [spec.info.category, categoryName(doc.metadata.category)],
    [texts.prefix, doc.prefix],
    [texts.published, workflow?.current_version ? texts.version(workflow.current_version) : texts.notPublished],
    ...(workflow?.owner ? [[texts.owner, workflow.owner.name] satisfies [string, string]] : []),
  ]
  return (
    <Popover title={texts.infoTitle} trigger={<IconButton label={texts.infoTitle} icon={Info} size="sm" />}>
      <dl className="grid grid-cols-[120px_1fr] gap-y-2 text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-fg-3">{label}</dt>
            <dd translate="no" className="min-w-0 break-words">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Popover>
  )
}

/** A workflow that was never published runs nothing yet. */
function statusOf({ status, current_version }: Workflow): { label: string; tone: Tone } {
  if (status === 'archived') return { label: texts.archived, tone: 'neutral' }
  return current_version === null ? { label: texts.draft, tone: 'warning' } : { label: spec.active, tone: 'success' }
}
