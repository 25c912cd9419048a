import { Link } from '@tanstack/react-router'
import type { Author } from '@throughline/contracts/workflows'
import { GitCommitVertical, History, ListTree, PanelTop, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Faces, SaveNote } from '../../../shared/draft/save-note.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { texts } from '../builder.texts.ts'
import { blocksOf, fieldCount } from './model/pages.ts'
import { isDirty, type SessionState } from './session.ts'
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
  const { state, mode, onMode, history, onHistory, others, onRetry, onResolve, children } = props
  const { stored: form, content } = state
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
        <SaveNote
          state={state}
          dirty={isDirty(state)}
          changedAt={form?.draft?.updated_at}
          onRetry={onRetry}
          onResolve={onResolve}
        />
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
