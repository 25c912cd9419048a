import { Link } from '@tanstack/react-router'
import { parseSearchQuery, withoutFilter } from '@throughline/contracts/search-query'
import { SearchX } from 'lucide-react'
import { Empty } from '../../../ui/empty.tsx'
import { linkClass } from '../../../ui/link-style.ts'
import { spec, texts } from '../search.texts.ts'

type NothingFoundProps = { q: string; suggestions: readonly string[] }

/** The same words without any of its filters. */
function plainWords(q: string): string {
  const [filter] = parseSearchQuery(q).filters
  return filter ? plainWords(withoutFilter(q, filter)) : q
}

export function NothingFound({ q, suggestions }: NothingFoundProps) {
  const words = plainWords(q)
  const ways = [
    ...suggestions.map((other) => ({ q: other, before: texts.none.suggestion, label: other })),
    ...(words !== q && words !== '' ? [{ q: words, before: '', label: texts.none.withoutFilters }] : []),
  ]
  const hint = (
    <>
      {ways.length === 0 && <span className="block">{texts.none.hint}</span>}
      {ways.map(({ q: other, before, label }) => (
        <span key={`${before} ${other}`} className="block">
          {before && `${before} `}
          <Link to="/search" search={{ q: other }} className={linkClass}>
            {label}
          </Link>
          {before && '?'}
        </span>
      ))}
      <span className="mt-3 block text-xs">{texts.none.limited}</span>
    </>
  )
  return <Empty icon={SearchX} title={spec.none(words || q)} hint={hint} />
}
