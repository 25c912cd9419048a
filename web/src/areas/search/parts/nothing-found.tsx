import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { parseSearchQuery, withoutFilter } from '@throughline/contracts/search-query'
import { ArrowRight, Search, SearchX } from 'lucide-react'
import { searchQuery } from '../search.api.ts'
import { spec, texts } from '../search.texts.ts'
import { totalOf } from './total.ts'

type NothingFoundProps = { q: string; suggestions: readonly string[] }

/** The same words without any of its filters. */
function plainWords(q: string): string {
  const [filter] = parseSearchQuery(q).filters
  return filter ? plainWords(withoutFilter(q, filter)) : q
}

/** Searches that may find it: another spelling, and the same one with less to narrow it. */
function otherWays(q: string, suggestions: readonly string[]) {
  const { filters } = parseSearchQuery(q)
  const words = plainWords(q)
  const [only] = filters
  const left = only && filters.length === 1 ? q.slice(only.start, only.end) : texts.none.filters
  return [
    ...suggestions.map((other) => ({ q: other, before: texts.none.suggestion, label: other, after: '?' })),
    ...(words !== q && words !== '' ? [{ q: words, before: texts.none.without, label: left, after: '' }] : []),
  ]
}

export function NothingFound({ q, suggestions }: NothingFoundProps) {
  const ways = otherWays(q, suggestions)
  return (
    <div className="mx-auto w-full max-w-130 px-6 pt-16 pb-10 max-[759px]:px-4 max-[759px]:pt-8">
      <span className="mb-4 grid size-12 place-items-center rounded-full bg-surface-3 text-fg-3">
        <SearchX size={20} aria-hidden />
      </span>
      <p translate="no" className="mb-1.5 line-clamp-3 text-lg font-semibold wrap-anywhere">
        {spec.none(plainWords(q) || q)}
      </p>
      {ways.length === 0 ? (
        <p className="text-fg-2">{texts.none.hint}</p>
      ) : (
        <ul className="mt-4 rounded-lg border">
          {ways.map((way) => (
            <OtherWay key={`${way.before} ${way.q}`} {...way} />
          ))}
        </ul>
      )}
      <p className="mt-4 text-sm text-fg-3">{texts.none.limited}</p>
    </div>
  )
}

type OtherWayProps = { q: string; before: string; label: string; after: string }

function OtherWay({ q, before, label, after }: OtherWayProps) {
  const { data, isPlaceholderData } = useQuery(searchQuery(q, 1))
  const total = data && !isPlaceholderData ? totalOf(data) : undefined
  return (
    <li className="not-first:border-t">
      <Link
        to="/search"
        search={{ q }}
        className="inset-focus flex min-h-12 items-center gap-3 rounded-lg px-4 py-2 hover:bg-surface-2"
      >
        <Search size={15} aria-hidden className="shrink-0 text-fg-3" />
        <span className="min-w-0 flex-1 wrap-anywhere">
          {before}{' '}
          <strong translate="no" className="font-semibold">
            {label}
          </strong>
          {after}
        </span>
        {total && <span className="tnum shrink-0 text-xs text-fg-3">{texts.count(total.n, total.more)}</span>}
        <ArrowRight size={14} aria-hidden className="shrink-0 text-fg-3" />
      </Link>
    </li>
  )
}
