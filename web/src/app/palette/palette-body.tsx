import { Autocomplete } from '@base-ui/react/autocomplete'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Kbd } from '../../ui/kbd.tsx'
import { findFiles } from '../file-index.ts'
import { texts } from './palette.texts.ts'
import { PaletteFooter } from './palette-footer.tsx'
import { type PaletteGroup, type PaletteItem, paletteGroups } from './palette-items.ts'
import { PaletteRow } from './palette-row.tsx'

const MOST_FILES = 5

type PaletteBodyProps = {
  input: RefObject<HTMLInputElement | null>
  start: string
  /** Enter searches until a row is chosen with the arrow keys; otherwise the first row is chosen from the start. */
  searching: boolean
  admin: boolean
  onLeave: () => void
}

function useFiles(words: string) {
  const { data } = useQuery({
    queryKey: ['file-index', words],
    queryFn: () => findFiles(words, MOST_FILES),
    networkMode: 'always',
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return data ?? []
}

export function PaletteBody({ input, start, searching, admin, onLeave }: PaletteBodyProps) {
  const router = useRouter()
  const [words, setWords] = useState(start)
  const [taken, setTaken] = useState(start)
  // Letters that still fell into the search box while the focus was on its way here.
  if (start !== taken) {
    setTaken(start)
    setWords(start)
  }
  const chosen = useRef<PaletteItem>(undefined)
  const groups = paletteGroups(router, admin, words, useFiles(words))
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  // Whoever came by typing goes on typing after the last letter.
  useEffect(() => input.current?.setSelectionRange(start.length, start.length), [input, start])

  const run = ({ href, run: act }: PaletteItem) => {
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
    } else if (!chosen.current) search()
  }

  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      filter={null}
      value={words}
      onValueChange={setWords}
      autoHighlight={searching ? false : 'always'}
      keepHighlight
      itemToStringValue={({ label }: PaletteItem) => label}
      onItemHighlighted={(item) => {
        chosen.current = item
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
      <Autocomplete.Empty className="px-4 py-6 text-center text-fg-3 empty:hidden">
        {texts.nothing(words)}
      </Autocomplete.Empty>
      <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto p-2 data-empty:hidden">
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
            <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-xs font-medium text-fg-3">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: PaletteItem) => <PaletteRow key={item.id} item={item} onRun={run} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <PaletteFooter words={words.trim()} searching={searching || count === 0} onSearch={search} />
    </Autocomplete.Root>
  )
}
