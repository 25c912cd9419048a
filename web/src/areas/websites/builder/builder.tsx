import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { WebsiteContent, WebsiteElement } from '@throughline/contracts/website-content'
import type { Website } from '@throughline/contracts/websites'
import { nameOfElement } from '@throughline/flow/site-check'
import { renderPage } from '@throughline/flow/site-view'
import { Monitor, Plus, Smartphone, Tablet } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { can } from '../../../shared/current-user.ts'
import { ClashDialog } from '../../../shared/draft/clash-dialog.tsx'
import { draftTexts } from '../../../shared/draft/draft.texts.ts'
import type { Conflict } from '../../../shared/draft/merging.ts'
import { useDraftGuard } from '../../../shared/draft/session.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { spec, texts } from '../builder.texts.ts'
import { Canvas } from './canvas.tsx'
import { PreviewDialog, VersionsDialog } from './dialogs.tsx'
import { ElementFields } from './element-fields.tsx'
import { ElementsPanel } from './elements-panel.tsx'
import { formChoicesQuery } from './form-choices.ts'
import { BuilderHeader } from './header.tsx'
import { addPage } from './model.ts'
import { PagesPanel } from './pages-panel.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { type ElementActs, useElementActs } from './use-element-acts.ts'
import { type SaveActions, useSaving } from './use-saving.ts'
import { type Site, useSite, type WebsiteSession } from './use-site.ts'

type BuilderProps = { session: WebsiteSession; user: CurrentUser; onSaved: (website: Website) => void }

export type Question = 'preview' | 'publish' | 'versions' | 'revert' | 'clash'

const WIDTHS = [
  { value: '1280', label: '1280', icon: Monitor },
  { value: '768', label: '768', icon: Tablet },
  { value: '375', label: '375', icon: Smartphone },
] as const
type Width = (typeof WIDTHS)[number]['value']

/** The page on the canvas with what is selected on it; a page that was deleted gives way to the first. */
function usePage(content: WebsiteContent) {
  const [wanted, setPage] = useState<string>()
  const [selected, select] = useState<string>()
  const found = content.pages.findIndex(({ id }) => id === wanted)
  const at = found === -1 ? 0 : found
  const open = (id: string) => {
    setPage(id)
    select(undefined)
  }
  return { at, page: content.pages[at], open, selected, select }
}

/** Forms by their names, for the canvas; those of the draft are known although they are not published. */
function useFormNames(website: Website | null) {
  const { data = [] } = useQuery(formChoicesQuery)
  return useMemo(() => {
    const names = new Map([...(website?.forms ?? []), ...data].map(({ id, title }) => [String(id), title]))
    return (id: string | null) => `${texts.kinds.form}: ${names.get(id ?? '') ?? texts.noForm}`
  }, [website, data])
}

let policy: { createHTML: (html: string) => string } | undefined

/** What the renderer wrote: it escapes every text, so that nothing in it runs. */
function trusted(html: string): string {
  policy ??= window.trustedTypes?.createPolicy('throughline-site', { createHTML: (written) => written })
  return policy ? policy.createHTML(html) : html
}

const nonceOfPage = () => document.querySelector<HTMLMetaElement>('meta[name="tl-nonce"]')?.content ?? ''

interface DrawnSite {
  websiteId: string | undefined
  content: WebsiteContent
  formName: (id: string | null) => string
}

/** The page as visitors get it, for a frame without scripts; forms are named instead of shown. */
function siteHtml({ websiteId, content, formName }: DrawnSite, page: number): string {
  const drawn = renderPage(
    {
      content,
      base: '#',
      pictureUrl: (id) => (websiteId === undefined ? undefined : `/v1/websites/${websiteId}/pictures/${id}/`),
      formOf: () => undefined,
      editing: { formName: (id) => (id === null ? texts.noForm : formName(id)), nonce: nonceOfPage() },
    },
    page,
  )
  return trusted(drawn?.html ?? '')
}

function useHtml(website: Website | null, content: WebsiteContent) {
  const formName = useFormNames(website)
  const websiteId = website?.id
  return useCallback((page: number) => siteHtml({ websiteId, content, formName }, page), [websiteId, content, formName])
}

const addressesOf = (id: string) => [`/website-builder/${id}`]

/** One website, edited at once; visitors see it when it is published. */
export function WebsiteBuilder({ session, user, onSaved }: BuilderProps) {
  const site = useSite(session)
  const { content, website, dirty } = site
  const mayEdit = can(user, 'publishing.manage')
  const [editing, setEditing] = useState(mayEdit)
  const [sidebar, setSidebar] = useState(true)
  const [width, setWidth] = useState<Width>('1280')
  const [question, ask] = useState<Question>()
  const view = usePage(content)
  const elements = useElementActs(site, view.page?.id ?? '', view.selected, view.select)
  const saving = useSaving(session, { onSaved, onClash: () => ask('clash') })
  const navigate = useNavigate()
  const leaving = useDraftGuard(
    session,
    editing && (dirty || (site.sending !== undefined && website !== null)),
    addressesOf,
  )
  usePageTitle(content.title || spec.untitled)
  useSaveKey(editing ? saving.save : undefined)
  const htmlOf = useHtml(website, content)
  const html = useMemo(() => htmlOf(view.at), [htmlOf, view.at])
  const stop = () => {
    session.tell({ type: 'reverted' })
    setEditing(false)
    view.select(undefined)
    if (website === null) void navigate({ to: '/websites', ignoreBlocker: true })
  }
  const cancel = () => (dirty ? ask('revert') : stop())
  return (
    <div className="relative flex h-full flex-col">
      <BuilderHeader
        site={site}
        editing={editing}
        mayEdit={mayEdit}
        sidebar={sidebar}
        saving={saving}
        others={(website?.authors ?? []).filter(({ id }) => id !== user.member_id)}
        onSidebar={() => setSidebar(!sidebar)}
        onEdit={() => setEditing(true)}
        onCancel={cancel}
        onAsk={ask}
      />
      <div className="flex min-h-0 flex-1">
        {editing && sidebar && <Sidebar site={site} view={view} elements={elements} />}
        <div className="flex min-w-0 flex-1 flex-col">
          <PageStrip site={site} view={view} editing={editing} width={width} onWidth={setWidth} />
          <Canvas
            html={html}
            width={Number(width)}
            elements={elements.elements}
            selected={view.selected}
            onSelect={view.select}
            acts={editing ? elements.acts : undefined}
          />
        </div>
      </div>
      <output className="sr-only">{elements.announcement}</output>
      <Questions
        {...{ question, site, user, editing, saving, htmlOf }}
        page={view.at}
        onRevert={stop}
        onClose={() => ask(undefined)}
      />
      {leaving && (
        <AlertDialog
          title={texts.leave.title}
          confirmLabel={texts.leave.confirm}
          cancelLabel={texts.leave.stay}
          onConfirm={() => leaving.answer(true)}
          onClose={() => leaving.answer(false)}
        >
          {texts.leave.text}
        </AlertDialog>
      )}
    </div>
  )
}

type QuestionsProps = {
  question: Question | undefined
  site: Site
  user: CurrentUser
  editing: boolean
  saving: SaveActions
  htmlOf: (page: number) => string
  page: number
  onRevert: () => void
  onClose: () => void
}

function Questions({ question, site, user, editing, saving, htmlOf, page, onRevert, onClose }: QuestionsProps) {
  const { content, website, clash, session } = site
  const closeWhen = (isDone: boolean) => {
    if (isDone) onClose()
  }
  return (
    <>
      {question === 'preview' && <PreviewDialog content={content} htmlOf={htmlOf} first={page} onClose={onClose} />}
      {question === 'publish' && website && (
        <PublishDialog
          website={website}
          user={user}
          busy={saving.busy === 'publish'}
          onPublish={(include) => void saving.publish(include).then(closeWhen)}
          onClose={onClose}
        />
      )}
      {question === 'versions' && website && (
        <VersionsDialog
          website={website}
          onRestore={editing ? (number) => void saving.restore(number).then(closeWhen) : undefined}
          onClose={onClose}
        />
      )}
      {question === 'revert' && (
        <AlertDialog
          title={texts.revert.title}
          confirmLabel={texts.revert.confirm}
          onConfirm={onRevert}
          onClose={onClose}
        >
          {texts.revert.text}
        </AlertDialog>
      )}
      {question === 'clash' && clash && (
        <ClashDialog
          conflicts={clash.conflicts}
          them={clash.theirs.changed_by}
          savedAt={clash.theirs.updated_at}
          user={user}
          titleOf={conflictTitle}
          onResolve={(take) => {
            session.tell({ type: 'resolved', take })
            onClose()
            void saving.save()
          }}
          onDiscard={() => {
            session.tell({ type: 'replaced', stored: clash.theirs })
            onClose()
          }}
          onClose={onClose}
        />
      )}
    </>
  )
}

const partName = (part: string): string =>
  Object.hasOwn(texts.parts, part) ? String(Reflect.get(texts.parts, part)) : part

/** What a place that two people changed is called. */
function conflictTitle({ key, element, field }: Conflict<WebsiteElement>): string {
  const { partOf } = draftTexts.clash
  if (element) return field ? partOf(nameOfElement(element), partName(field)) : nameOfElement(element)
  const [part = key] = key.split(/[ .]/)
  return field && field !== part ? partOf(partName(part), partName(field)) : partName(part)
}

function useSaveKey(save: (() => Promise<boolean>) | undefined) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.metaKey || event.ctrlKey) || !save) return
    event.preventDefault()
    void save()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

type View = ReturnType<typeof usePage>
type Elements = { acts: ElementActs; elements: ReturnType<typeof useElementActs>['elements'] }
type Part = 'elements' | 'pages' | 'settings'

function Sidebar({ site, view, elements: { acts, elements } }: { site: Site; view: View; elements: Elements }) {
  const [part, setPart] = useState<Part>('elements')
  const fields = useRef<HTMLDivElement>(null)
  const chosen = elements.find(({ id }) => id === view.selected)
  const websiteId = site.website?.id
  const focusFields = () => fields.current?.querySelector<HTMLElement>('input, textarea, button')?.focus()
  return (
    <aside aria-label={texts.sidebar} className="w-71 shrink-0 overflow-y-auto border-r">
      <Tabs<Part>
        label={texts.sidebar}
        value={part}
        onChange={setPart}
        inset
        items={[
          {
            value: 'elements',
            label: spec.elements,
            content: (
              <>
                <ElementsPanel
                  elements={elements}
                  selected={view.selected}
                  onSelect={view.select}
                  onEdit={focusFields}
                  acts={acts}
                />
                <div ref={fields}>
                  {chosen && (
                    <ElementFields key={chosen.id} element={chosen} websiteId={websiteId} onChange={acts.change} />
                  )}
                </div>
              </>
            ),
          },
          {
            value: 'pages',
            label: spec.pages,
            content: (
              <PagesPanel content={site.content} current={view.page?.id} onOpen={view.open} onChange={site.edit} />
            ),
          },
          {
            value: 'settings',
            label: spec.settings,
            content: <SettingsPanel content={site.content} websiteId={websiteId} onChange={site.edit} />,
          },
        ]}
      />
    </aside>
  )
}

type PageStripProps = { site: Site; view: View; editing: boolean; width: Width; onWidth: (width: Width) => void }

function PageStrip({ site, view, editing, width, onWidth }: PageStripProps) {
  const add = () => {
    const { content, id } = addPage(site.content)
    site.edit(content)
    view.open(id)
  }
  return (
    <div className="flex h-11 shrink-0 items-center gap-2 border-b px-3">
      <nav aria-label={texts.pageTabs} className="flex min-w-0 flex-1 items-center gap-1 overflow-x-auto">
        {site.content.pages.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            translate="no"
            aria-current={id === view.page?.id ? 'page' : undefined}
            onClick={() => view.open(id)}
            className="h-8 shrink-0 rounded-sm px-3 text-sm hover:bg-surface-2 aria-[current=page]:bg-surface-3 aria-[current=page]:font-medium"
          >
            {title}
          </button>
        ))}
        {editing && <IconButton label={texts.addPage} icon={Plus} onClick={add} />}
      </nav>
      <Segmented<Width> label={texts.width} value={width} onChange={onWidth} items={WIDTHS} />
    </div>
  )
}
