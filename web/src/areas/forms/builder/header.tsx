import { Link } from '@tanstack/react-router'
import type { Author } from '@throughline/contracts/workflows'
import { GitCommitVertical, History, ListTree, PanelTop, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { DraftTrouble } from '../../../shared/draft-trouble.tsx'
import { clockTime } from '../../../shared/format/time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { texts } from '../builder.texts.ts'
import { blocksOf, fieldCount } from './model/pages.ts'
import { isDirty, type SessionState } from './session-reduce.ts'
import type { Mode } from './use-view.ts'

const MODES = [
  { value: 'form', label: texts.modes.form, icon: PanelTop },
  { value: 'outline', label: texts.modes.outline, icon: ListTree },
  { value: 'preview', label: texts.modes.preview, icon: Smartphone },
] as const

type HeaderProps = {
  state: SessionState
  mode: Mode
  onMode: (mode: Mode) => void
  history: boolean
  onHistory: () => void
  /** Others whose changes are in the draft. */
  others: readonly Author[]
  onRetry: () => void
  onResolve: () => void
  /** Edit; or Cancel, Save and Publish. */
  children: ReactNode
}

export function Header(props: HeaderProps) {
  const { state, mode, onMode, history, onHistory, others, children } = props
  const { form, content } = state
  const facts = [
    form === null && texts.notSavedYet,
    texts.pageCount(blocksOf(content.elements).length),
    texts.fieldCount(fieldCount(content.elements)),
    form && form.starts.length > 0 && texts.starts(form.starts.map(({ name }) => name).join(', ')),
  ].filter(Boolean)
  return (
    <header className="@container flex min-h-15 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b px-4 py-1">
      <div className="min-w-40 flex-1">
        <div className="flex items-center gap-2">
          <h1 tabIndex={-1} translate="no" className="truncate text-lg outline-none">
            {content.title || texts.untitled}
          </h1>
          {form?.status === 'active' ? <Tag tone="success">{texts.active}</Tag> : <Tag>{texts.draft}</Tag>}
          {form?.current_version && (
            <Tag icon={GitCommitVertical} className="@max-[1100px]:sr-only">
              {texts.versionTag(form.current_version)}
            </Tag>
          )}
        </div>
        <p translate="no" className="truncate text-xs text-fg-3">
          {facts.join(' · ')}
        </p>
      </div>
      <Segmented<Mode> label={texts.view} value={mode} onChange={onMode} items={MODES} />
      <div className="flex flex-1 items-center justify-end gap-1.5">
        <SaveNote {...props} />
        <Faces people={others} />
        {form && form.submission_count > 0 && (
          <Link
            to="/forms/$formId/submissions"
            params={{ formId: form.id }}
            className={buttonClass({ variant: 'ghost' })}
          >
            {texts.submissions(form.submission_count)}
          </Link>
        )}
        {form && (
          <IconButton
            label={texts.versions.title}
            kbd="H"
            icon={History}
            size="lg"
            active={history}
            onClick={onHistory}
          />
        )}
        {children}
      </div>
    </header>
  )
}

function Faces({ people }: { people: readonly Author[] }) {
  if (people.length === 0) return null
  const said = texts.alsoHere(people.map(({ name }) => name).join(', '))
  return (
    <span title={said} className="mr-0.5 flex -space-x-1.5 max-[1100px]:hidden">
      <span className="sr-only">{said}</span>
      {people.slice(0, 3).map(({ id, name, photo }) => (
        <Avatar key={id} name={name} src={photo ?? undefined} size={24} className="ring-2 ring-surface" />
      ))}
    </span>
  )
}

/** Where the changes are. Said aloud only when they are not on the server. */
function SaveNote({ state, onRetry, onResolve }: HeaderProps) {
  const zone = useZone()
  if (state.clash) return <DraftTrouble text={texts.clashed} act={texts.resolve} onAct={onResolve} />
  if (state.failed !== undefined)
    return <DraftTrouble text={state.failed || texts.notSaved} act={texts.retry} onAct={onRetry} />
  const { form, savedAt, sending } = state
  const at = savedAt ?? form?.draft?.updated_at
  const dirty = isDirty(state)
  const text = sending
    ? texts.saving
    : dirty
      ? texts.unsaved
      : form?.draft && at !== undefined
        ? texts.draftSaved(clockTime(at, zone))
        : undefined
  if (!text) return null
  return (
    <output className="mr-1 inline-flex items-center gap-1.5 text-xs whitespace-nowrap text-fg-3 max-[1240px]:sr-only">
      <span
        aria-hidden
        className={cn('size-1.5 rounded-full', dirty || sending ? 'bg-neutral-mark' : 'bg-warning-mark')}
      />
      {text}
    </output>
  )
}
