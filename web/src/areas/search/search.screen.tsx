import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { SearchAnswer } from '@throughline/contracts/search'
import { MAX_TERMS, parseSearchQuery } from '@throughline/contracts/search-query'
import { type KeyboardEvent, Suspense, useEffect, useMemo, useRef } from 'react'
import { FileGlyph } from '../../shared/file-glyph.tsx'
import { ListLoading } from '../../shared/list-page/list-loading.tsx'
import { QueryFailed } from '../../shared/query-failed.tsx'
import { Banner } from '../../ui/banner.tsx'
import { usePageKeys } from '../../ui/page-keys.ts'
import { isRowTarget, moveBetweenRows } from '../../ui/row-focus.ts'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { FilterChips } from './parts/filter-chips.tsx'
import { FirstUse } from './parts/first-use.tsx'
import { GroupResults } from './parts/group-results.tsx'
import { NothingFound } from './parts/nothing-found.tsx'
import { OpenFile, TaskOverlay } from './parts/open-hit.tsx'
import { Overview } from './parts/overview.tsx'
import { rememberSearch } from './parts/recent-searches.ts'
import { totalOf } from './parts/total.ts'
import { useSlow } from './parts/use-slow.ts'
import { searchQuery } from './search.api.ts'
import { spec, texts } from './search.texts.ts'
import { type SearchAddress, type SearchTab, searchAddress, TABS } from './search-address.ts'

const OF_EACH = 5
const SORTS = [
  { value: 'best', label: texts.sort.best },
  { value: 'newest', label: texts.sort.newest },
] as const

/** Files that this browser knows by name; they are there without the server. */
type LocalFiles = readonly { id: string; name: string; type: string }[]

type SearchScreenProps = { localFiles: LocalFiles }

export function SearchScreen({ localFiles }: SearchScreenProps) {
  const address = searchAddress(useSearch({ strict: false }))
  const { q = '' } = address
  if (q) return <Results q={q} address={address} localFiles={localFiles} />
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader inset title={texts.title} />
      <ScrollRegion label={texts.title} className="min-h-0">
        <FirstUse />
      </ScrollRegion>
    </div>
  )
}

type ResultsProps = SearchScreenProps & { q: string; address: SearchAddress }

/** Tasks and files open over the results: the space bar looks at them, as it does in the list of files. */
const previews = (target: EventTarget): target is HTMLAnchorElement =>
  target instanceof HTMLAnchorElement && isRowTarget(target) && target.pathname === '/search'

/** Arrows and J, K lead from result to result; figures choose a tab. */
function useResultKeys(go: (tab: SearchTab) => void) {
  const list = useRef<HTMLDivElement>(null)
  const keys = useMemo(
    () => [
      { key: 'j', label: texts.keys.next, act: () => moveBetweenRows(list.current, 1) },
      { key: 'k', label: texts.keys.previous, act: () => moveBetweenRows(list.current, -1) },
      ...TABS.map((tab, n) => ({ key: String(n + 1), label: texts.keys.tab(spec.tabs[tab]), act: () => go(tab) })),
    ],
    [go],
  )
  usePageKeys(keys)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ' ' && previews(event.target)) {
      event.preventDefault()
      event.target.click()
      return
    }
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const onTabs = event.target instanceof Element && event.target.closest('[role="tablist"]')
    if (by === 0 || onTabs) return
    event.preventDefault()
    moveBetweenRows(list.current, by)
  }
  return { list, onKeyDown }
}

function Results({ q, address, localFiles }: ResultsProps) {
  const navigate = useNavigate()
  const { tab = 'all', sort, taskId, file } = address
  const found = useQuery(searchQuery(q, OF_EACH, sort))
  const { data, isPlaceholderData, isSuccess } = found
  // An answer to other words stays for a moment, so that the page doesn't flash, and says nothing about these.
  const answer = isPlaceholderData ? undefined : data
  const isSlow = useSlow(isPlaceholderData)
  useEffect(() => {
    if (isSuccess && !isPlaceholderData) rememberSearch(q)
  }, [isSuccess, isPlaceholderData, q])
  const change = useMemo(
    () => (next: Record<string, unknown>, replace: boolean) =>
      void navigate({ to: '/search', search: searchAddress({ ...address, ...next }), replace, resetScroll: false }),
    [navigate, address],
  )
  const { list, onKeyDown } = useResultKeys(useMemo(() => (next: SearchTab) => change({ tab: next }, true), [change]))
  const { isCut, terms } = useMemo(() => parseSearchQuery(q), [q])
  const total = answer && totalOf(answer)
  const title = texts.resultsFor(terms.length > 0 ? terms.map(({ text }) => text).join(' ') : q)
  const content = (own: SearchTab) =>
    own === tab && (
      <>
        <FilterChips address={address} ignored={answer?.ignored ?? []} />
        <Notes answer={answer} isCut={isCut} />
        {own === 'all' ? (
          <All q={q} found={found} isSlow={isSlow} address={address} localFiles={localFiles} />
        ) : (
          <GroupResults q={q} tab={own} address={address} suggestions={answer?.suggestions ?? []} />
        )}
      </>
    )
  return (
    <div ref={list} onKeyDown={onKeyDown} role="presentation" className="@container flex h-full flex-col">
      <ScreenHeader inset title={title} {...(total && { count: texts.count(total.n, total.more) })}>
        <Segmented
          label={texts.sort.label}
          value={sort ?? 'best'}
          onChange={(next) => change({ sort: next }, true)}
          items={SORTS}
        />
      </ScreenHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Tabs
          label={texts.tabs}
          inset
          value={tab}
          onChange={(next) => change({ tab: next }, true)}
          items={TABS.map((own) => ({
            value: own,
            label: spec.tabs[own],
            ...(answer && { count: tabCount(answer, own) }),
            content: content(own),
          }))}
        />
      </div>
      <Suspense>
        {taskId && <TaskOverlay taskId={taskId} onClose={() => change({ taskId: undefined }, true)} />}
        {file && (
          <OpenFile q={q} file={file} files={answer?.files ?? []} onChange={(next) => change({ file: next }, true)} />
        )}
      </Suspense>
    </div>
  )
}

function tabCount(answer: SearchAnswer, tab: SearchTab): string {
  const { n, more } = tab === 'all' ? totalOf(answer) : answer.counts[tab]
  return texts.countOf(n, more)
}

/** What the person should know about the answer as a whole. */
function Notes({ answer, isCut }: { answer: SearchAnswer | undefined; isCut: boolean }) {
  const notes = [
    ...(answer?.partial ? [texts.partial] : []),
    ...(answer?.similar ? [texts.similar] : []),
    ...(isCut ? [texts.cut(MAX_TERMS)] : []),
    ...(answer?.ignored.map(texts.unknownFilter) ?? []),
  ]
  return notes.map((note) => <Banner key={note} tone="info" title={note} className="mx-6 mt-3 max-[759px]:mx-4" />)
}

type AllProps = ResultsProps & { found: ReturnType<typeof useQuery<SearchAnswer>>; isSlow: boolean }

function All({ q, found, isSlow, address, localFiles }: AllProps) {
  const { data: answer } = found
  if (answer && !isSlow) {
    return totalOf(answer).n === 0 ? (
      <NothingFound q={q} suggestions={answer.suggestions} />
    ) : (
      <Overview q={q} answer={answer} address={address} />
    )
  }
  if (!found.isError) return <ListLoading label={spec.loading} />
  return (
    <>
      <QueryFailed query={found} title={spec.failed} />
      <LocalFileList files={localFiles} />
    </>
  )
}

/** Where the server doesn't answer: files that this browser has listed before. */
function LocalFileList({ files }: { files: LocalFiles }) {
  if (files.length === 0) return null
  return (
    <section aria-label={texts.failed.files} className="mx-auto max-w-180 px-6 pb-8">
      <h2 className="mb-1.5 text-sm font-semibold tracking-normal">{texts.failed.files}</h2>
      <ul>
        {files.map(({ id, name, type }) => (
          <li key={id} data-row={id} className="border-t">
            <Link
              data-main
              to="/files"
              search={{ file: id }}
              className="inset-focus flex h-10 items-center gap-3 px-2.5 hover:bg-surface-2"
            >
              <FileGlyph contentType={type} />
              <span translate="no" className="truncate">
                {name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
