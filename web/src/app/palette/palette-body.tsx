import { useRouter } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { ArrowRight, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react'
import { recentSearches } from '../../areas/search/parts/recent-searches.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { modKey } from '../../ui/mod-key.ts'
import { useIndexedFiles } from '../use-indexed-files.ts'
import { openFilterIn, useFilterValues } from './filter-values.ts'
import { useHeldRows } from './held-rows.ts'
import { texts } from './palette.texts.ts'
import { type PaletteFindings, type PaletteGroup, type PaletteItem, paletteGroups } from './palette-items.ts'
import { optionId, PaletteList } from './palette-list.tsx'
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
function useFindings(user: CurrentUser, words: string): PaletteFindings & { isTaking: boolean; isLooking: boolean } {
  const filter = openFilterIn(words)
  const values = useFilterValues(user, filter)
  // A filter value that is still being typed matches nothing, so only the words before it are searched for.
  const isTaking = filter !== undefined && values.length > 0
  const searched = isTaking ? filter.before : words
  const files = useIndexedFiles(searched, MAX_FILES)
  const { answer, isLooking } = useServerSearch(searched)
  const help = useHelpAbout(words)
  const [recent] = useState(recentSearches)
  return { files, answer, recent, filter, values, help, isTaking, isLooking }
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
  return { words, setWords, take }
}

type ChoiceOptions = {
  words: string
  groups: readonly PaletteGroup[]
  /** Enter searches until a row is chosen. */
  searching: boolean
  /** Better rows may still come. */
  isLooking: boolean
}

/** Which row is chosen before the person goes to one; while better ones may come, only what nothing can be better than. */
function firstChoice({ groups, searching, isLooking }: Omit<ChoiceOptions, 'words'>): PaletteItem | undefined {
  const first = groups[0]?.items[0]
  if (!first || (searching && !first.isNext) || (isLooking && !first.isLiteral)) return undefined
  return first
}

/** The row a step further; behind the last comes the first, or no row where Enter can search. */
function stepFrom(items: readonly PaletteItem[], at: number, by: 1 | -1, searching: boolean) {
  const places = searching ? [...items, undefined] : items
  const nowhere = searching ? items.length : by === 1 ? -1 : 0
  return places[((at === -1 ? nowhere : at) + by + places.length) % places.length]
}

/**
 * The chosen row, by what it is and not by where it stands: what comes later changes its place, never what Enter opens. Other
 * words begin anew.
 */
function useChoice({ words, groups, searching, isLooking }: ChoiceOptions) {
  const [choice, setChoice] = useState<{ words: string; id: string | undefined }>()
  const items = groups.flatMap((group) => group.items)
  const isOfWords = choice?.words === words
  const kept = isOfWords ? items.find(({ id }) => id === choice.id) : undefined
  // Gone past the ends, where Enter searches again.
  const isNone = isOfWords && choice.id === undefined
  const chosen = kept ?? (isNone ? undefined : firstChoice({ groups, searching, isLooking }))
  if (chosen && chosen !== kept) setChoice({ words, id: chosen.id })
  const choose = (item: PaletteItem | undefined) => setChoice({ words, id: item?.id })
  const step = (by: 1 | -1) => choose(stepFrom(items, chosen ? items.indexOf(chosen) : -1, by, searching))
  return { chosen, choose, step }
}

export function PaletteBody({ input, start, searching, user, onLeave }: PaletteBodyProps) {
  const router = useRouter()
  const list = useId()
  const { words, setWords, take } = useWords(input, start)
  const { isTaking, isLooking, ...findings } = useFindings(user, words)
  const { groups, hold } = useHeldRows(words, paletteGroups(router, user, words, findings))
  const { chosen, choose, step } = useChoice({ words, groups, searching, isLooking })
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)

  const run = ({ href, run: act, typed }: PaletteItem) => {
    if (typed !== undefined) return take(typed)
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
    // What is still being composed takes these keys itself.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      hold()
      step(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key !== 'Enter') return
    else if (event.metaKey || event.ctrlKey) {
      if (chosen?.href) open(chosen.href, '_blank', 'noopener')
    } else if (chosen) run(chosen)
    else search()
    event.preventDefault()
  }
  const onPoint = (item: PaletteItem) => {
    if (item.id === chosen?.id) return
    hold()
    choose(item)
  }

  return (
    <>
      <div className="flex h-13 shrink-0 items-center gap-3 border-b px-4">
        <Search size={18} aria-hidden className="text-fg-3" />
        <input
          ref={input}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a field that steps through a list of its own
          role="combobox"
          aria-label={texts.input}
          aria-expanded={count > 0}
          aria-controls={list}
          aria-activedescendant={chosen && optionId(list, chosen)}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={texts.input}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-fg-3"
        />
        <Kbd>{texts.escape}</Kbd>
      </div>
      <Outcome words={words.trim()} count={isLooking ? undefined : count} />
      <PaletteList id={list} groups={groups} chosen={chosen} onPoint={onPoint} onRun={run} />
      <PaletteFooter
        words={words.trim()}
        count={findings.answer && !isTaking ? totalText(findings.answer) : ''}
        enter={chosen === undefined ? texts.search : chosen.typed === undefined ? texts.open : texts.take}
        onSearch={search}
      />
    </>
  )
}

/** How many rows there are, once all have come. */
function Outcome({ words, count }: { words: string; count: number | undefined }) {
  return (
    <>
      <output className="sr-only">{count !== undefined && texts.results(count)}</output>
      {count === 0 && words && (
        <p className="max-h-24 overflow-hidden px-4 py-6 text-center text-fg-3 wrap-anywhere">{texts.nothing(words)}</p>
      )}
    </>
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
