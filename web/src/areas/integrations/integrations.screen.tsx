import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Connection } from '@throughline/contracts/connections'
import type { SignInId } from '@throughline/contracts/ids'
import { Plug, Plus, SearchX } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { can, useCurrentUser } from '../../shared/current-user.ts'
import { cardGrid } from '../../shared/list-page/list-loading.tsx'
import { ListEmpty, ListPage } from '../../shared/list-page/list-page.tsx'
import { useList } from '../../shared/list-page/use-list.ts'
import { wholeList } from '../../shared/list-page/use-list-rows.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar, FilterPills } from '../../ui/filter-bar.tsx'
import { usePageKeys } from '../../ui/page-keys.ts'
import { rowLink } from '../../ui/row-focus.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { AddPanel } from './catalogue/add-panel.tsx'
import { categoryOptions, spec, texts } from './catalogue/catalogue.texts.ts'
import { type CatalogueSearch, type CategoryId, catalogueSearch } from './catalogue/catalogue-search.ts'
import { ConnectPanel } from './catalogue/connect-panel.tsx'
import { type ToolActs, ToolCard } from './catalogue/tool-card.tsx'
import { NoTool, ToolPanel } from './catalogue/tool-panel.tsx'
import { catalogueQuery, type ListedTool } from './integrations.api.ts'
import { DisconnectDialog } from './page/disconnect-dialog.tsx'
import { IntegrationsHeader } from './parts/integrations-header.tsx'
import { hasSignIn, SignInPanel } from './sign-in/sign-in-panel.tsx'

const CATEGORIES: { value: CategoryId | 'all'; label: string }[] = [
  { value: 'all', label: spec.all },
  ...categoryOptions,
]

export function IntegrationsScreen() {
  const user = useCurrentUser()
  if (!user) return null
  if (can(user, 'integrations.view')) return <Catalogue user={user} />
  return (
    <>
      <IntegrationsHeader user={user} part={texts.tabs.tools} intro={undefined} />
      <Empty icon={Plug} title={spec.title} hint={texts.restricted} />
    </>
  )
}

/** What is shown stands in the address. */
function useCatalogueSearch() {
  const search = catalogueSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const go = useCallback(
    (changes: Record<string, unknown>, replace = true) =>
      void navigate({
        to: '/integrations',
        search: (now: Record<string, unknown>) => catalogueSearch({ ...now, ...changes }),
        replace,
      }),
    [navigate],
  )
  const close = useCallback(() => go({ tool: undefined, panel: undefined, mode: undefined }), [go])
  const openDocument = useCallback(() => void navigate({ to: '/integrations/new' }), [navigate])
  return { search, go, close, openDocument }
}

const isFound = ({ name, short_description, description }: ListedTool, words: string) =>
  [name, short_description, description].some((text) => text.toLowerCase().includes(words))

const NEEDS_SOMEBODY: ReadonlySet<string> = new Set<Connection['health']>(['needs_attention', 'off', 'rejected'])

/** What needs somebody first, then what is connected. */
const rankOf = ({ connections }: ListedTool) =>
  connections.some(({ health }) => NEEDS_SOMEBODY.has(health)) ? 0 : connections.length > 0 ? 1 : 2

/** Those that fit the search, connected ones first. */
function useCatalogue({ q = '', category }: CatalogueSearch) {
  const query = useQuery(catalogueQuery)
  const rows = useMemo(() => {
    const words = q.toLowerCase()
    return (query.data ?? [])
      .filter((tool) => (!category || tool.categories.includes(category)) && isFound(tool, words))
      .toSorted((a, b) => rankOf(a) - rankOf(b))
  }, [query.data, q, category])
  return { query, found: { ...wholeList(query), rows, none: query.isSuccess && rows.length === 0 } }
}

/** A card moves when its last connection ends; the focus that stood in it goes along. */
function useFocusAfterEnding(tools: readonly ListedTool[] | undefined, scroller: RefObject<HTMLElement | null>) {
  const ended = useRef<Connection>(undefined)
  useEffect(() => {
    const last = ended.current
    if (!last || !tools || tools.some(({ connections }) => connections.some(({ id }) => id === last.id))) return
    if (document.activeElement === document.body) rowLink(scroller.current, last.tool_id)?.focus()
    ended.current = undefined
  }, [tools, scroller])
  return (connection: Connection) => {
    ended.current = connection
  }
}

function Catalogue({ user }: { user: CurrentUser }) {
  const { search, go, close, openDocument } = useCatalogueSearch()
  const { query, found } = useCatalogue(search)
  const list = useList(found, { cards: true, current: search.tool, onFollow: (tool) => go({ tool, panel: undefined }) })
  const [ending, setEnding] = useState<Connection>()
  const onEnded = useFocusAfterEnding(query.data, list.scroller)
  const canAdd = can(user, 'integrations.manage')
  const canConnect = can(user, 'integrations.connect')
  const isOpen = search.tool !== undefined || search.panel === 'add'
  usePageKeys(useMemo(() => (isOpen ? [{ key: 'Escape', label: texts.close, act: close }] : []), [isOpen, close]))

  const onConnect = ({ id }: ListedTool) => go({ tool: id, panel: 'connect' }, false)
  const onDisconnect = ({ id, connections }: ListedTool) => {
    const [only, ...others] = connections.filter(({ is_own }) => is_own)
    if (others.length > 0) go({ tool: id, panel: undefined }, false)
    else setEnding(only)
  }
  const onSignIn = useCallback((sign_in: SignInId | undefined) => go({ sign_in }), [go])
  const onAdd = canAdd ? () => go({ tool: undefined, panel: 'add' }, false) : undefined
  const isFiltered = search.q !== undefined || search.category !== undefined
  return (
    <ListPage
      list={list}
      texts={{ label: spec.title, loading: spec.loading, failed: spec.loadFailed, failedHint: spec.loadFailedHint }}
      shape="cards"
      header={
        <IntegrationsHeader user={user} part={texts.tabs.tools} intro={isOpen ? undefined : texts.intro}>
          {onAdd && <AddButton onAdd={onAdd} />}
        </IntegrationsHeader>
      }
      filters={<Filters search={search} isNarrow={isOpen} onChange={go} />}
      empty={
        <NoTools
          isFiltered={isFiltered && query.data?.length !== 0}
          onAdd={onAdd}
          onShowAll={() => go({ q: undefined, category: undefined })}
        />
      }
      panel={
        <OpenPanel
          search={search}
          tools={query.data}
          acts={canConnect ? { onConnect, onDisconnect: setEnding } : undefined}
          canAdd={canAdd}
          onSignIn={onSignIn}
          onClose={close}
          onOpenApi={openDocument}
        />
      }
      dialogs={
        ending && (
          <DisconnectDialog connection={ending} onEnded={() => onEnded(ending)} onClose={() => setEnding(undefined)} />
        )
      }
    >
      <Cards tools={list.rows} open={search.tool} acts={canConnect ? { onConnect, onDisconnect } : undefined} />
    </ListPage>
  )
}

const AddButton = ({ onAdd }: { onAdd: () => void }) => (
  <Button variant="primary" icon={Plus} onClick={onAdd}>
    {spec.add}
  </Button>
)

type FiltersProps = {
  search: CatalogueSearch
  /** A panel stands beside it. */
  isNarrow: boolean
  onChange: (changes: Record<string, unknown>) => void
}

function Filters({ search: { q = '', category }, isNarrow, onChange }: FiltersProps) {
  const choice = {
    label: texts.category,
    value: category ?? ('all' as const),
    onChange: (next: CategoryId | 'all') => onChange({ category: next }),
    items: CATEGORIES,
  }
  return (
    <FilterBar
      label={texts.find}
      end={<SearchInput label={texts.find} value={q} onSearch={(words) => onChange({ q: words })} />}
    >
      {isNarrow ? (
        <div className="w-46">
          <Select {...choice} size="sm" />
        </div>
      ) : (
        <FilterPills {...choice} />
      )}
    </FilterBar>
  )
}

type CardsProps = { tools: readonly ListedTool[]; open: string | undefined; acts: ToolActs | undefined }

function Cards({ tools, open, acts }: CardsProps) {
  const groups = [
    { title: texts.connected, rows: tools.filter(({ connections }) => connections.length > 0) },
    { title: texts.ready, rows: tools.filter(({ connections }) => connections.length === 0) },
  ]
  return groups
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) => (
      <section key={title} aria-label={title}>
        <h2 className="flex gap-2 px-4 pt-4 text-sm font-medium">
          {title}
          <span translate="no" className="tnum font-normal text-fg-3">
            {rows.length}
          </span>
        </h2>
        <ul className={cardGrid}>
          {rows.map((tool) => (
            <ToolCard key={tool.id} tool={tool} isOpen={tool.id === open} acts={acts} />
          ))}
        </ul>
      </section>
    ))
}

type NoToolsProps = { isFiltered: boolean; onAdd: (() => void) | undefined; onShowAll: () => void }

function NoTools({ isFiltered, onAdd, onShowAll }: NoToolsProps) {
  const add = onAdd && <AddButton onAdd={onAdd} />
  if (!isFiltered)
    return (
      <ListEmpty
        icon={Plug}
        title={texts.none}
        hint={onAdd ? texts.noneHint : texts.noneReadOnly}
        action={add}
        className="bg-board"
      />
    )
  return (
    <ListEmpty
      icon={SearchX}
      title={texts.noMatch}
      hint={onAdd ? texts.noMatchHint : texts.noMatchReadOnly}
      action={
        <>
          <Button onClick={onShowAll}>{texts.showAll}</Button>
          {add}
        </>
      }
      className="bg-board"
    />
  )
}

type OpenPanelProps = {
  search: CatalogueSearch
  tools: readonly ListedTool[] | undefined
  acts: Parameters<typeof ToolPanel>[0]['acts']
  canAdd: boolean
  onSignIn: (id: SignInId | undefined) => void
  onClose: () => void
  onOpenApi: () => void
}

function OpenPanel({ search, tools, acts, canAdd, onSignIn, onClose, onOpenApi }: OpenPanelProps) {
  const { tool: id, panel, mode, sign_in, connection } = search
  if (panel === 'add')
    return canAdd ? <AddPanel initialMode={mode ?? 'form'} onClose={onClose} onOpenApi={onOpenApi} /> : null
  if (id === undefined || !tools) return null
  const tool = tools.find((one) => one.id === id)
  if (!tool) return <NoTool onClose={onClose} />
  if (panel === 'connect' && acts && hasSignIn(tool))
    return (
      <SignInPanel
        key={id}
        tool={tool}
        signInId={sign_in}
        connectionId={connection}
        onSignIn={onSignIn}
        onClose={onClose}
      />
    )
  if (panel === 'connect' && acts) return <ConnectPanel key={id} tool={tool} onClose={onClose} />
  return <ToolPanel key={id} tool={tool} acts={acts} onClose={onClose} />
}
