import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { MAX_SITE_PAGES, type WebsiteContent } from '@throughline/contracts/website-content'
import type { Website } from '@throughline/contracts/websites'
import { pathsOf } from '@throughline/flow/site-view'
import { useMemo, useRef, useState } from 'react'
import { can } from '../../../shared/current-user.ts'
import { useDraftGuard } from '../../../shared/draft/session.ts'
import { useDraftKeys } from '../../../shared/draft/use-draft-keys.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { usePageTitle } from '../../../ui/page-title.ts'
import { toast } from '../../../ui/toast.ts'
import { spec, texts } from '../builder.texts.ts'
import { websiteVersionQuery } from '../websites.api.ts'
import { Canvas, type CanvasTools, firstWriting } from './canvas.tsx'
import { type Question, Questions } from './dialogs.tsx'
import type { ElementKeys } from './element-keys.ts'
import { BuilderHeader } from './header.tsx'
import { addPage } from './model.ts'
import { PageStrip, type Width } from './page-strip.tsx'
import { Sidebar } from './sidebar.tsx'
import { useSiteHtml } from './site-html.ts'
import { useElementActs } from './use-element-acts.ts'
import { useSaving } from './use-saving.ts'
import { type Site, useSite, type WebsiteSession } from './use-site.ts'
import { useView, type View } from './use-view.ts'
import { VersionsPanel } from './versions-panel.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Opened from the list by its versions: their panel is open at once. */
    showVersions?: boolean
  }
}

type BuilderProps = { session: WebsiteSession; user: CurrentUser; onSaved: (website: Website) => void }

const addressesOf = (id: string) => [`/website-builder/${id}`]

/** The elements of the page with what the list and the canvas need of them. */
function useTools(site: Site, view: View) {
  const list = useRef<HTMLDivElement>(null)
  const fields = useRef<HTMLDivElement>(null)
  const { acts, elements, announcement, otherPages } = useElementActs(
    site,
    view.page?.id ?? '',
    view.selected,
    view.select,
  )
  const { pages } = site.content
  const edit = (id: string) => {
    const element = elements.find((one) => one.id === id)
    const writing = element && firstWriting(element)
    if (writing) view.write(writing)
    else fields.current?.querySelector<HTMLElement>('input, textarea, button')?.focus()
  }
  const keys: ElementKeys = {
    elements,
    selected: view.selected,
    onSelect: view.select,
    onEdit: edit,
    onMenu: view.openMenu,
    acts,
  }
  const canvas: CanvasTools = {
    keys,
    otherPages,
    paths: pathsOf(pages).map((path) => `/${path}`),
    writing: view.writing,
    onWrite: view.write,
    onLeave: () => list.current?.focus(),
  }
  const problems = site.website?.problems ?? []
  const panel = { keys, problems, otherPages, menu: view.menu, list, onCloseMenu: () => view.openMenu(undefined) }
  return { canvas, panel, fields, announcement, elements }
}

/** The versions beside the canvas, which shows the one that is chosen. */
function useHistory(website: Website | null) {
  const { history } = useRouter()
  const [open, setOpen] = useState(history.location.state.showVersions === true)
  const [number, show] = useState<number>()
  const { data } = useQuery({ ...websiteVersionQuery(website?.id ?? '', number ?? 0), enabled: number !== undefined })
  const close = () => {
    setOpen(false)
    show(undefined)
  }
  return {
    open,
    number,
    show,
    close,
    toggle: () => (open ? close() : setOpen(true)),
    content: number === undefined ? undefined : data?.content,
  }
}

type KeyOptions = { toggleHistory: () => void; onClose: (() => void) | undefined; onEdit: (() => void) | undefined }

function useKeys({ toggleHistory, onClose, onEdit }: KeyOptions) {
  usePageKeys([
    { key: 'h', label: texts.keyNames.versions, act: toggleHistory },
    ...(onEdit ? [{ key: 'e', label: texts.keyNames.edit, act: onEdit }] : []),
    ...(onClose ? [{ key: 'Escape', label: texts.keyNames.close, act: onClose }] : []),
  ])
}

/** How the canvas is looked at. */
function useCanvasSize() {
  const [width, setWidth] = useState<Width>('1280')
  const [scale, setScale] = useState(1)
  return { width, setWidth, scale, setScale }
}

/** One website, edited at once; visitors see it when it is published. */
export function WebsiteBuilder({ session, user, onSaved }: BuilderProps) {
  const site = useSite(session)
  const { content, website, dirty } = site
  const mayEdit = can(user, 'publishing.manage')
  const [editing, setEditing] = useState(mayEdit)
  const [sidebar, setSidebar] = useState(true)
  const [question, ask] = useState<Question>()
  const history = useHistory(website)
  const shown = history.content ?? content
  const view = useView(shown)
  const tools = useTools(site, view)
  const saving = useSaving(session, { onSaved, onClash: () => ask('clash') })
  const navigate = useNavigate()
  const isSending = site.sending !== undefined && website !== null
  const leaving = useDraftGuard(session, editing && (dirty || isSending), addressesOf)
  usePageTitle(content.title || spec.untitled)
  useDraftKeys({ editing, onSave: () => void saving.save(), onUndo: site.undo, onRedo: site.redo })
  useKeys({
    toggleHistory: history.toggle,
    onClose: history.open ? history.close : undefined,
    onEdit: mayEdit && !editing ? () => setEditing(true) : undefined,
  })
  const htmlOf = useSiteHtml(website, shown)
  const stop = () => {
    session.tell({ type: 'reverted' })
    setEditing(false)
    view.select(undefined)
    if (website === null) void navigate({ to: '/websites', ignoreBlocker: true })
  }
  return (
    <div className="relative flex h-full flex-col">
      <BuilderHeader
        {...{ site, editing, mayEdit, sidebar, saving, history }}
        others={(website?.authors ?? []).filter(({ id }) => id !== user.member_id)}
        onSidebar={() => setSidebar(!sidebar)}
        onEdit={() => setEditing(true)}
        onCancel={() => (dirty ? ask('revert') : stop())}
        onAsk={ask}
        onPublish={() => void saving.settle().then((isSettled) => isSettled && ask('publish'))}
      />
      <Workspace
        {...{ site, view, tools, history, htmlOf, shown, sidebar }}
        editing={editing && !history.open}
        onAsk={mayEdit ? ask : undefined}
      />
      <output className="sr-only">{tools.announcement}</output>
      <Questions
        {...{ question, site, user, saving, htmlOf }}
        page={view.at}
        onRevert={stop}
        onDone={history.close}
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

type WorkspaceProps = {
  site: Site
  view: View
  tools: ReturnType<typeof useTools>
  history: ReturnType<typeof useHistory>
  htmlOf: (page: number) => string
  /** The draft, or the version that is looked at. */
  shown: WebsiteContent
  sidebar: boolean
  editing: boolean
  onAsk: ((question: Question) => void) | undefined
}

/** Sidebar, pages, canvas and versions. */
function Workspace({ site, view, tools, history, htmlOf, shown, sidebar, editing, onAsk }: WorkspaceProps) {
  const { content, website } = site
  const { width, setWidth, scale, setScale } = useCanvasSize()
  const html = useMemo(() => htmlOf(view.at), [htmlOf, view.at])
  const add = () => {
    if (content.pages.length >= MAX_SITE_PAGES) {
      toast.warning(texts.pagesFull(MAX_SITE_PAGES), { id: 'pages-full' })
      return
    }
    const added = addPage(content)
    site.edit(() => added.content)
    view.open(added.id)
  }
  return (
    <div className="flex min-h-0 flex-1">
      {editing && sidebar && (
        <Sidebar site={site} view={view} panel={tools.panel} fields={tools.fields} onAddPage={add} />
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <PageStrip
          content={shown}
          view={view}
          website={website}
          scale={scale}
          width={width}
          onWidth={setWidth}
          edit={editing ? { onAddPage: add, onChange: site.edit } : undefined}
        />
        <Canvas
          html={html}
          width={Number(width)}
          onScale={setScale}
          elements={shown.pages[view.at]?.elements ?? []}
          tools={editing ? tools.canvas : undefined}
        />
      </div>
      {history.open && website && (
        <VersionsPanel
          website={website}
          shown={history.number}
          onShow={history.show}
          onRestore={onAsk && ((restore) => onAsk({ restore }))}
          onRollBack={onAsk && ((rollBack) => onAsk({ rollBack }))}
          onClose={history.close}
        />
      )}
    </div>
  )
}
