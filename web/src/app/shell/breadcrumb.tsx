import { ChevronRight } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { pageTitle } from '../../ui/page-title.ts'
import type { Place } from '../places.ts'
import { texts } from '../texts.ts'

export function Breadcrumb({ place }: { place: Place | undefined }) {
  const own = useSyncExternalStore(pageTitle.subscribe, pageTitle.get)
  if (!place) return null
  return (
    <nav aria-label={texts.shell.breadcrumb} className="min-w-0">
      <ol className="flex items-center gap-1.5 text-sm">
        {[place.under ?? []].flat().map((name) => (
          <li
            key={name}
            className="flex max-w-48 shrink-0 items-center gap-1.5 text-fg-3 max-[1179px]:nth-last-3:hidden"
          >
            <span className="truncate">{name}</span>
            <ChevronRight size={13} aria-hidden className="shrink-0" />
          </li>
        ))}
        <li
          aria-current="page"
          translate={own === undefined ? undefined : 'no'}
          className="min-w-0 truncate font-medium"
        >
          {own ?? place.title}
        </li>
      </ol>
    </nav>
  )
}
