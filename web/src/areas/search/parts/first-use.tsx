import { Link } from '@tanstack/react-router'
import { History, Search, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { focusNextTo } from '../../../ui/row-focus.ts'
import { spec, texts } from '../search.texts.ts'
import { forgetSearch, recentSearches } from './recent-searches.ts'

const { first } = texts

/** Before anything was typed: what was searched for here, and how a search is narrowed. */
export function FirstUse() {
  return (
    <div className="mx-auto grid w-full max-w-240 grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-12 gap-y-8 px-6 pt-14 pb-10 max-[1099px]:max-w-150 max-[1099px]:grid-cols-1 max-[759px]:px-4 max-[759px]:pt-8">
      <div>
        <span className="mb-4 grid size-12 place-items-center rounded-full bg-accent-subtle text-accent-text">
          <Search size={20} aria-hidden />
        </span>
        <p className="mb-1.5 text-lg font-semibold text-balance">{spec.prompt}</p>
        <p className="text-fg-2">{first.scope}</p>
        <RecentSearches />
      </div>
      <section aria-labelledby="narrow-a-search" className="min-w-0">
        <h2 id="narrow-a-search" className="mb-1.5 text-sm font-medium tracking-normal text-fg-2">
          {first.narrow}
        </h2>
        <dl className="grid grid-cols-[auto_1fr] rounded-lg border max-[559px]:grid-cols-1">
          {first.narrowing.map(({ example, note }) => (
            <div
              key={example}
              className="col-span-full grid grid-cols-subgrid items-center gap-x-6 gap-y-1 px-4 py-2.5 not-first:border-t"
            >
              <dt>
                <code translate="no" className="rounded-xs bg-surface-3 px-1.5 py-0.5 text-xs">
                  {example}
                </code>
              </dt>
              <dd className="text-sm text-fg-2">{note}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}

function RecentSearches() {
  const [recent, setRecent] = useState(recentSearches)
  const list = useRef<HTMLUListElement>(null)
  const forget = (words: string) => {
    focusNextTo(words, list.current)()
    setRecent(forgetSearch(words))
  }
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="recent-searches" className="mt-7">
      <h2 id="recent-searches" className="mb-1 text-sm font-medium tracking-normal text-fg-2">
        {first.recent}
      </h2>
      <ul ref={list}>
        {recent.map((words) => (
          <li
            key={words}
            data-row={words}
            className="relative -mx-2 flex h-9 items-center rounded-md pr-1 hover:bg-surface-2"
          >
            <Link
              data-main
              to="/search"
              search={{ q: words }}
              className="inset-focus flex h-full min-w-0 flex-1 items-center gap-3 rounded-md px-2"
            >
              <History size={14} aria-hidden className="shrink-0 text-fg-3" />
              <span translate="no" className="truncate">
                {words}
              </span>
            </Link>
            <IconButton label={first.forget(words)} icon={X} onClick={() => forget(words)} />
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-xs text-fg-3">{first.recentNote}</p>
    </section>
  )
}
