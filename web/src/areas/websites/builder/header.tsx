import type { Author } from '@throughline/contracts/workflows'
import { ExternalLink, Eye, EyeOff, History, PanelLeft, Redo2, Undo2 } from 'lucide-react'
import { Faces, SaveNote } from '../../../shared/draft/save-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MenuItem, MenuLink } from '../../../ui/menu-items.tsx'
import { modKey } from '../../../ui/mod-key.ts'
import { SplitButton } from '../../../ui/split-button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { spec, texts } from '../builder.texts.ts'
import type { Question } from './dialogs.tsx'
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
  history: { open: boolean; toggle: () => void }
  onAsk: (question: Question) => void
  /** Asked once everything is sent. */
  onPublish: () => void
}

export function BuilderHeader(props: HeaderProps) {
  const { site, editing, saving, others, history, onAsk } = props
  const { content, website } = site
  return (
    <header className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b px-4 py-1">
      <div className="flex min-w-60 flex-1 items-center gap-2">
        <h1 className="sr-only">{content.title || spec.untitled}</h1>
        {editing ? (
          <input
            translate="no"
            aria-label={texts.title}
            value={content.title}
            placeholder={spec.untitled}
            maxLength={200}
            onChange={(event) => site.edit((now) => ({ ...now, title: event.target.value }), 'title')}
            className="-ml-1 field-sizing-content max-w-70 min-w-24 rounded-xs bg-transparent px-1 text-lg font-semibold text-ellipsis placeholder:text-fg-3 hover:bg-surface-2"
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
      {website && (
        <IconButton
          label={texts.versions}
          kbd="H"
          icon={History}
          size="lg"
          active={history.open}
          onClick={history.toggle}
        />
      )}
      {editing ? <EditActs {...props} /> : <ViewActs {...props} />}
    </header>
  )
}

/** Its changes are sent first. */
const isPublishable = ({ dirty, website }: Site) =>
  website !== null && (dirty || !website.is_published || website.draft_changes > 0)

function EditActs({ site, sidebar, saving, onSidebar, onCancel, onAsk, onPublish }: HeaderProps) {
  const { past, future, website } = site
  return (
    <>
      <IconButton
        label={texts.undo}
        kbd={modKey('Z')}
        icon={Undo2}
        size="lg"
        disabled={past.length === 0}
        onClick={site.undo}
      />
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
      <PublishButton
        site={site}
        label={`${spec.publish}…`}
        title={website === null ? texts.saveFirst : undefined}
        {...{ onAsk, onPublish }}
      />
    </>
  )
}

function ViewActs({ site, mayEdit, onEdit, onAsk, onPublish }: HeaderProps) {
  const { website } = site
  return (
    <>
      {mayEdit && (
        <Button kbd="E" onClick={onEdit}>
          {spec.edit}
        </Button>
      )}
      {website?.is_published && (
        <a href={website.publishUrl} target="_blank" rel="noreferrer" className={buttonClass()}>
          <ExternalLink size={15} aria-hidden />
          {spec.viewSite}
        </a>
      )}
      {mayEdit && website && <PublishButton site={site} label={spec.publish} {...{ onAsk, onPublish }} />}
    </>
  )
}

type PublishButtonProps = Pick<HeaderProps, 'site' | 'onAsk' | 'onPublish'> & {
  label: string
  title?: string | undefined
}

/** View Site and Unpublish stand behind its arrow once there is something public. */
function PublishButton({ site, label, title, onAsk, onPublish }: PublishButtonProps) {
  const { website } = site
  const button = { variant: 'primary', disabled: !isPublishable(site), title, onClick: onPublish } as const
  if (!website?.is_published) return <Button {...button}>{label}</Button>
  return (
    <SplitButton
      {...button}
      menuStays
      menuLabel={texts.siteActs}
      menu={
        <>
          <MenuLink
            icon={ExternalLink}
            link={<a href={website.publishUrl} target="_blank" rel="noreferrer" aria-label={spec.viewSite} />}
          >
            {spec.viewSite}
          </MenuLink>
          <MenuItem icon={EyeOff} onSelect={() => onAsk('unpublish')}>
            {texts.unpublish}
          </MenuItem>
        </>
      }
    >
      {label}
    </SplitButton>
  )
}
