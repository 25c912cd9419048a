import { Link } from '@tanstack/react-router'
import { Search, SearchX } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Empty } from '../../../ui/empty.tsx'
import { texts } from '../help.texts.ts'
import type { HelpResult, MarkedText } from '../search-help.ts'

type HelpSearchProps = {
  /** The page's is large, the panel's is not. */
  large?: boolean
  words: string
  onWords: (words: string) => void
  /** Enter follows the first result. */
  onEnter: () => void
}

export function HelpSearch({ large = false, words, onWords, onEnter }: HelpSearchProps) {
  return (
    <search className="relative block">
      <Search
        size={large ? 18 : 15}
        aria-hidden
        className={cn('absolute top-1/2 -translate-y-1/2 text-fg-3', large ? 'left-4' : 'left-2.5')}
      />
      <input
        type="search"
        aria-label={texts.search}
        placeholder={large ? texts.howDoI : texts.search}
        value={words}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter()
          if (event.key !== 'Escape' || !words) return
          // The first Escape empties the field; only the next one closes the panel around it.
          event.preventDefault()
          event.stopPropagation()
          onWords('')
        }}
        className={cn(
          'w-full border border-line-control bg-surface placeholder:text-fg-3',
          large
            ? 'h-12 rounded-lg pr-4 pl-11 text-lg shadow-xs'
            : 'h-8 rounded-sm pr-2.5 pl-8 text-sm max-[759px]:h-11',
        )}
      />
    </search>
  )
}

const Marked = ({ pieces }: { pieces: MarkedText }) =>
  pieces.map(({ text, hit }, place) =>
    hit ? (
      <mark key={`${place} ${text}`} className="rounded-[3px] bg-warning-bg font-semibold text-warning-fg">
        {text}
      </mark>
    ) : (
      text
    ),
  )

type HelpResultsProps = {
  words: string
  results: readonly HelpResult[]
  /** Where a press is answered in place, as in the panel; the link itself leads to the page. */
  onFollow: (address: string, event: MouseEvent) => void
  onClear: () => void
  className?: string
}

/** Sections that answer the words. The first is the one that Enter opens. */
export function HelpResults({ words, results, onFollow, onClear, className }: HelpResultsProps) {
  return (
    <>
      <output className="sr-only">{texts.results(results.length)}</output>
      {results.length === 0 ? (
        <div className={className}>
          <Empty
            icon={SearchX}
            title={texts.nothing(words)}
            hint={texts.nothingHint}
            action={<Button onClick={onClear}>{texts.allTopics}</Button>}
          />
        </div>
      ) : (
        <ul className={cn('divide-y', className)}>
          {results.map(({ address, topic, title, line }, place) => (
            <li key={address} className={cn('relative px-5 py-3.5', place === 0 && 'bg-accent-subtle')}>
              <p className="text-xs text-fg-2">{topic}</p>
              <Link
                to="/help"
                hash={address}
                onClick={(event) => onFollow(address, event)}
                className="inset-focus text-md font-medium after:absolute after:inset-0 hover:underline"
              >
                <Marked pieces={title} />
              </Link>
              <p className="text-sm text-fg-2">
                <Marked pieces={line} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
