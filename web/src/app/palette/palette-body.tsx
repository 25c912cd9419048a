import { Autocomplete } from '@base-ui/react/autocomplete'
import { useRouter } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { ArrowRight, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { recentSearches } from '../../areas/search/parts/recent-searches.ts'
import { FileGlyph } from '../../shared/file-glyph.tsx'
import { Marked } from '../../shared/marked.tsx'
import { cn } from '../../ui/cn.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { modKey } from '../../ui/mod-key.ts'
import { useIndexedFiles } from '../use-indexed-files.ts'
import { openFilterIn, useFilterValues } from './filter-values.ts'
import { useHeldRows } from './held-rows.ts'
import { texts } from './palette.texts.ts'
import { type PaletteFindings, type PaletteGroup, type PaletteItem, paletteGroups } from './palette-items.ts'
import { totalText, useHelpAbout, useServerSearch } from './palette-search.ts'

const MAX_FILES = 5

type PaletteBodyProps = {
  input: RefObject<HTMLInputElement | null>
  start: string
  /** Enter searches until a row is chosen with the arrow keys; otherwise the first row is chosen from the start. */
  searching: boolean
  user: CurrentUser
  onLeave: () => void
}

/** What is found for the words, here and by the server. */
function useFindings(user: CurrentUser, words: string): PaletteFindings & { isTaking: boolean } {
  const filter = openFilterIn(words)
  const values = useFilterValues(user, filter)
  // A filter value that is still being typed matches nothing, so only the words before it are searched for.
  const isTaking = filter !== undefined && values.length > 0
  const searched = isTaking ? filter.before : words
  const files = useIndexedFiles(searched, MAX_FILES)
  const answer = useServerSearch(searched)
  const help = useHelpAbout(words)
  const [recent] = useState(recentSearches)
  return { files, answer, recent, filter, values, help, isTaking }
}

/** What was typed; letters that still fell into the search box while the focus was on its way here count too. */
function useWords(input: PaletteBodyProps['input'], start: string) {
  const [words, setWords] = useState(start)
  const [taken, setTaken] = useState(start)
  const [takes, setTakes] = useState(0)
  if (start !== taken) {
    setTaken(start)
    setWords(start)
  }
  // Typing goes on after the last letter.
  useEffect(() => input.current?.setSelectionRange(start.length, start.length), [input, start])
  useEffect(() => {
    if (takes === 0) return
    input.current?.focus()
    input.current?.setSelectionRange(-1, -1)
  }, [input, takes])
  const take = (typed: string) => {
    setWords(typed)
    setTakes(takes + 1)
  }
  return { words, setWords, take, takes }
}

export function PaletteBody({ input, start, searching, user, onLeave }: PaletteBodyProps) {
  const router = useRouter()
  const { words, setWords, take, takes } = useWords(input, start)
  const chosen = useRef<PaletteItem>(undefined)
  const { isTaking, ...findings } = useFindings(user, words)
  const { groups, hold } = useHeldRows(words, paletteGroups(router, user, words, findings))
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)

  const run = ({ href, run: act, typed }: PaletteItem) => {
    if (typed !== undefined) {
      chosen.current = undefined
      return take(typed)
    }
    onLeave()
    if (href) void router.navigate({ href })
    else act?.()
  }
  const search = () => {
    if (!words.trim()) return
    onLeave()
    void router.navigate({ to: '/search', search: { q: words.trim() } })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    const href = chosen.current?.href
    if (event.metaKey || event.ctrlKey) {
      event.preventDefault()
      if (href) open(href, '_blank', 'noopener')
    } else if (!chosen.current) {
      // The first row is chosen only a moment after it is in sight.
      const next = groups[0]?.items[0]
      if (next && (next.isNext || !searching)) run(next)
      else search()
    }
  }

  return (
    <Autocomplete.Root
      // A value that was taken begins the list anew: no row of the old one stays chosen.
      key={takes}
      inline
      open
      items={groups}
      filter={null}
      value={words}
      // A row that is taken is opened, or types what it means: its label is no search.
      onValueChange={(next, { reason }) => reason !== 'item-press' && setWords(next)}
      autoHighlight={searching ? false : 'always'}
      keepHighlight
      itemToStringValue={({ label }: PaletteItem) => label}
      onItemHighlighted={(item, { reason }) => {
        chosen.current = item
        if (reason !== 'none') hold()
      }}
    >
      <div className="flex h-13 shrink-0 items-center gap-3 border-b px-4">
        <Search size={18} aria-hidden className="text-fg-3" />
        <Autocomplete.Input
          ref={input}
          aria-label={texts.input}
          placeholder={texts.input}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-fg-3"
        />
        <Kbd>{texts.escape}</Kbd>
      </div>
      <Autocomplete.Status className="sr-only">{texts.results(count)}</Autocomplete.Status>
      <Autocomplete.Empty className="max-h-24 overflow-hidden px-4 py-6 text-center text-fg-3 wrap-anywhere empty:hidden">
        {texts.nothing(words.trim())}
      </Autocomplete.Empty>
      <PaletteList onRun={run} />
      <PaletteFooter
        words={words.trim()}
        count={findings.answer && !isTaking ? totalText(findings.answer) : ''}
        enter={isTaking ? texts.take : searching || count === 0 ? texts.search : texts.open}
        onSearch={search}
      />
    </Autocomplete.Root>
  )
}

function PaletteList({ onRun }: { onRun: (item: PaletteItem) => void }) {
  return (
    <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto p-2 data-empty:hidden">
      {(group: PaletteGroup) => (
        <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
          <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-xs font-medium text-fg-3">
            {group.value}
          </Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(item: PaletteItem) => <PaletteRow key={item.id} item={item} onRun={onRun} />}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  )
}

function PaletteRow({ item, onRun }: { item: PaletteItem; onRun: (item: PaletteItem) => void }) {
  const { icon: Icon, label, note, noteRanges, keys, own, ranges, fileType, isNext } = item
  return (
    <Autocomplete.Item
      value={item}
      onClick={() => onRun(item)}
      className={cn(
        'flex h-11 items-center gap-3 rounded-md px-2.5 outline-none data-highlighted:bg-accent-subtle',
        isNext && '[[role=listbox]:not(:has([data-highlighted]))_&]:bg-accent-subtle',
      )}
    >
      <span className="grid w-5 shrink-0 place-items-center">
        {fileType === undefined ? (
          <Icon size={16} strokeWidth={1.8} aria-hidden className="text-fg-3" />
        ) : (
          <FileGlyph contentType={fileType} size={18} />
        )}
      </span>
      <span className="min-w-0 flex-1 truncate text-md">
        {ranges ? <Marked text={label} ranges={ranges} /> : <span translate={own ? 'no' : undefined}>{label}</span>}
        {note && (
          <span className="ml-2 text-sm text-fg-3">
            {noteRanges ? <Marked text={note} ranges={noteRanges} /> : note}
          </span>
        )}
      </span>
      {keys && (
        <span translate="no" aria-hidden className="flex gap-1 max-[559px]:hidden">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </Autocomplete.Item>
  )
}

type PaletteFooterProps = { words: string; count: string; enter: string; onSearch: () => void }

function PaletteFooter({ words, count, enter, onSearch }: PaletteFooterProps) {
  return (
    <div className="flex h-10 shrink-0 items-center gap-4 border-t bg-surface-2 px-4 text-xs text-fg-3 dark:bg-transparent">
      <Hint keys={['↑', '↓']}>{texts.move}</Hint>
      <Hint keys={['↵']}>{enter}</Hint>
      <Hint keys={[modKey('↵')]}>{texts.newTab}</Hint>
      {words ? (
        <button
          type="button"
          onClick={onSearch}
          className="inset-focus ml-auto inline-flex min-w-0 items-center gap-1.5 rounded-xs hover:text-fg hover:underline"
        >
          <span className="truncate">{texts.seeAll(words, count)}</span>
          <ArrowRight size={13} aria-hidden className="shrink-0" />
        </button>
      ) : (
        <span className="ml-auto truncate">{texts.tryFilters}</span>
      )}
    </div>
  )
}

function Hint({ keys, children }: { keys: string[]; children: ReactNode }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 max-[559px]:hidden">
      <span translate="no" className="inline-flex gap-1.5">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
      {children}
    </span>
  )
}
