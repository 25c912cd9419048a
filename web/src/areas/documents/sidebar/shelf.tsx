import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../../../ui/cn.ts'
import { type FilesSearch, filesSearch } from '../list/files-search.ts'
import { type Count, countText } from './use-counts.ts'

type ShelfProps = {
  icon?: LucideIcon
  count?: Count | undefined
  current: boolean
  search: FilesSearch
  own?: boolean
  onChosen: () => void
  children: ReactNode
}

/** Filters and the way of looking stay; the panel and another place do not. */
export function Shelf({ icon: Icon, count, current, search, own, onChosen, children }: ShelfProps) {
  return (
    <li>
      <Link
        to="/files"
        search={(old) => ({
          ...filesSearch(old),
          shelf: undefined,
          workflow: undefined,
          instance: undefined,
          trash: undefined,
          file: undefined,
          preview: undefined,
          ...search,
        })}
        aria-current={current || undefined}
        onClick={onChosen}
        className={cn(
          'flex h-(--nav-item) items-center gap-2.5 rounded-sm px-2 max-[759px]:h-11',
          current ? 'bg-accent-subtle font-medium text-accent-text' : 'text-fg-2 hover:bg-surface-3',
        )}
      >
        {Icon ? (
          <Icon size={15} strokeWidth={1.8} aria-hidden className="shrink-0" />
        ) : (
          <span aria-hidden className="grid w-3.75 shrink-0 place-items-center">
            <span className={cn('size-2 rounded-[3px]', current ? 'bg-accent' : 'bg-(--viz-rest)')} />
          </span>
        )}
        <span translate={own ? 'no' : undefined} className="min-w-0 flex-1 truncate">
          {children}
        </span>{' '}
        {count && (
          <span translate="no" className={cn('tnum text-xs', current ? 'text-accent-text' : 'text-fg-3')}>
            {countText(count)}
          </span>
        )}
      </Link>
    </li>
  )
}
