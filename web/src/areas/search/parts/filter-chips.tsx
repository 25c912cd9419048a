import { Link } from '@tanstack/react-router'
import { parseSearchQuery, type SearchFilter, withoutFilter } from '@throughline/contracts/search-query'
import { X } from 'lucide-react'
import { texts } from '../search.texts.ts'
import type { SearchAddress } from '../search-address.ts'

type FilterChipsProps = { address: SearchAddress; ignored: readonly string[] }

/** Removing a chip edits the words of the search. */
export function FilterChips({ address, ignored }: FilterChipsProps) {
  const { q = '' } = address
  const { filters } = parseSearchQuery(q)
  const counted = filters.filter(({ start, end }) => !ignored.includes(q.slice(start, end)))
  if (counted.length === 0) return null
  return (
    <ul aria-label={texts.filters} className="flex flex-wrap items-center gap-1.5 px-6 pt-3 max-[759px]:px-4">
      {counted.map((filter) => (
        <li key={filter.start}>
          <Chip filter={filter} address={address} q={q} />
        </li>
      ))}
    </ul>
  )
}

function Chip({ filter, address, q }: { filter: SearchFilter; address: SearchAddress; q: string }) {
  const rest = withoutFilter(q, filter)
  return (
    <span className="inline-flex h-7 items-center gap-1.5 rounded-full border border-accent-line bg-accent-subtle pl-2.5 text-xs text-accent-text">
      {filter.key}
      <span translate="no" className="max-w-48 truncate font-semibold">
        {filter.value}
      </span>
      <Link
        to="/search"
        search={{ ...address, q: rest || undefined }}
        aria-label={texts.removeFilter(filter.key, filter.value)}
        className="grid size-7 place-items-center rounded-full hover:bg-accent-subtle-hover"
      >
        <X size={12} aria-hidden />
      </Link>
    </span>
  )
}
