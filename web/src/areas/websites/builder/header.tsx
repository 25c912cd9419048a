import type { Author } from '@throughline/contracts/workflows'
import { ExternalLink, Eye, History, PanelLeft, Redo2, Undo2 } from 'lucide-react'
import { Faces, SaveNote } from '../../../shared/draft/save-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { modKey } from '../../../ui/mod-key.ts'
import { Tag } from '../../../ui/tag.tsx'
import { spec, texts } from '../builder.texts.ts'
import type { Question } from './builder.tsx'
import type { SaveActions } from './use-saving.ts'
import type { Site } from './use-site.ts'

type HeaderProps = {
  site: Site
  editing: boolean
  mayEdit: boolean
  sidebar: boolean
  saving: SaveActions
  /** Others whose changes are in the draft. */
  others: readonly Author[]
  onSidebar: () => void
  onEdit: () => void
  onCancel: () => void
  onAsk: (question: Question) => void
}

export function BuilderHeader(props: HeaderProps) {
  const { site, editing, saving, others, onAsk } = props
  const { content, website } = site
  return (
    <header className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b px-4 py-1">
      <div className="flex min-w-60 flex-1 items-center gap-2">
        <h1 className="sr-only">{content.title || spec.untitled}</h1>
        {editing ? (
          <Input
            aria-label={texts.title}
            value={content.title}
            placeholder={spec.untitled}
            maxLength={200}
            onChange={(event) => site.edit({ ...content, title: event.target.value }, 'title')}
            className="max-w-70 font-semibold"
          />
        ) : (
          <span aria-hidden translate="no" className="truncate text-lg font-semibold">
            {content.title || spec.untitled}
          </span>
        )}
        <Tag tone={website?.is_published ? 'success' : 'neutral'}>
          {website?.is_published ? texts.published : texts.draft}
        </Tag>
        {website?.current_version && <Tag>{texts.version(website.current_version)}</Tag>}
        <SaveNote
          state={site}
          dirty={site.dirty}
          changedAt={website && website.draft_changes > 0 ? website.updated_at : undefined}
          onRetry={() => void saving.save()}
          onResolve={() => onAsk('clash')}
        />
      </div>
      <Faces people={others} />
      {website && <IconButton label={texts.versions} icon={History} size="lg" onClick={() => onAsk('versions')} />}
      {editing ? <EditActs {...props} /> : <ViewActs {...props} />}
    </header>
  )
}

/** Its changes are sent first. */
const isPublishable = ({ dirty, website }: Site) =>
  website !== null && (dirty || !website.is_published || website.draft_changes > 0)

function EditActs({ site, sidebar, saving, onSidebar, onCancel, onAsk }: HeaderProps) {
  const { past, future, website } = site
  return (
    <>
      <IconButton label={texts.undo} icon={Undo2} size="lg" disabled={past.length === 0} onClick={site.undo} />
      <IconButton label={texts.redo} icon={Redo2} size="lg" disabled={future.length === 0} onClick={site.redo} />
      <Button icon={PanelLeft} aria-pressed={sidebar} onClick={onSidebar}>
        {spec.elements}
      </Button>
      <Button icon={Eye} onClick={() => onAsk('preview')}>
        {spec.preview}
      </Button>
      <Button onClick={onCancel}>{spec.cancel}</Button>
      <Button kbd={modKey('S')} disabled={!site.unsaved} onClick={() => void saving.save()}>
        {spec.save}
      </Button>
      <Button
        variant="primary"
        disabled={!isPublishable(site)}
        title={website === null ? texts.saveFirst : undefined}
        onClick={() => onAsk('publish')}
      >
        {spec.publish}…
      </Button>
    </>
  )
}

function ViewActs({ site, mayEdit, onEdit, onAsk }: HeaderProps) {
  const { website } = site
  return (
    <>
      {mayEdit && <Button onClick={onEdit}>{spec.edit}</Button>}
      {website?.is_published && (
        <a href={website.publishUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
          <ExternalLink size={15} aria-hidden />
          {spec.viewSite}
        </a>
      )}
      {mayEdit && website && (
        <Button variant="primary" disabled={!isPublishable(site)} onClick={() => onAsk('publish')}>
          {spec.publish}
        </Button>
      )}
    </>
  )
}
