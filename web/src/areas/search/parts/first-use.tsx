import { Link } from '@tanstack/react-router'
import { History, Search } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '../../../ui/empty.tsx'
import { spec, texts } from '../search.texts.ts'
import { recentSearches } from './recent-searches.ts'

/** Before anything was typed: what was searched for here, and how a search is narrowed. */
export function FirstUse() {
  const [recent] = useState(recentSearches)
  return (
    <div className="mx-auto w-full max-w-180 px-6 pb-10">
      <Empty icon={Search} title={spec.prompt} />
      {recent.length > 0 && (
        <section aria-labelledby="recent-searches" className="mb-8">
          <div className="mb-1.5 flex items-baseline gap-2">
            <h2 id="recent-searches" className="text-sm font-semibold tracking-normal">
              {texts.first.recent}
            </h2>
            <span className="text-xs text-fg-3">{texts.first.recentNote}</span>
          </div>
          <ul>
            {recent.map((words) => (
              <li key={words} className="border-t">
                <Link
                  to="/search"
                  search={{ q: words }}
                  className="inset-focus flex h-10 items-center gap-3 px-2.5 hover:bg-surface-2"
                >
                  <History size={14} aria-hidden className="shrink-0 text-fg-3" />
                  <span translate="no" className="truncate">
                    {words}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="narrow-a-search">
        <h2 id="narrow-a-search" className="mb-1.5 text-sm font-semibold tracking-normal">
          {texts.first.narrow}
        </h2>
        <dl className="grid grid-cols-[auto_1fr] border-t max-[559px]:grid-cols-1">
          {texts.first.narrowing.map(({ example, note }) => (
            <div key={example} className="col-span-full grid grid-cols-subgrid items-baseline gap-x-6 border-b py-2">
              <dt>
                <code translate="no" className="rounded-xs bg-surface-3 px-1.5 py-0.5 text-xs">
                  {example}
                </code>
              </dt>
              <dd className="text-sm text-fg-2">{note}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-sm text-fg-3">{texts.first.also}</p>
      </section>
    </div>
  )
}
