import { useInfiniteQuery } from '@tanstack/react-query'
import type { Document } from '@throughline/contracts/documents'
import { type ReactNode, useEffect } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type DocumentFilter, documentsQuery } from '../documents.api.ts'
import { spec, texts } from '../documents.texts.ts'
import { FileTile } from '../list/file-tile.tsx'
import type { Count } from '../sidebar/use-counts.ts'

export type Group = Count & { key: string; name: string }

type GroupColumnProps = {
  group: Group
  filter: DocumentFilter
  current: string | undefined
  heading: ReactNode
  empty: string
  status: boolean
  className: string
  /** Told what is in it, so that one can step from each to the next. */
  onRows: (key: string, documents: readonly Document[]) => void
}

/** One group with its documents; asked for only where there are some. */
export function GroupColumn(props: GroupColumnProps) {
  const { group, filter, current, heading, empty, status, className, onRows } = props
  const { key, name, count, more } = group
  const any = count > 0 || more
  const list = useInfiniteQuery({ ...documentsQuery(filter), enabled: any })
  const { data } = list
  useEffect(() => onRows(key, any ? (data?.pages.flatMap((page) => page.data) ?? []) : []), [onRows, key, any, data])
  const documents = any ? (data?.pages.flatMap((page) => page.data) ?? []) : []
  return (
    <section
      aria-label={texts.group(name, texts.count(count, more))}
      className={cn('flex flex-col pr-3 max-[759px]:w-full! max-[759px]:pr-0', className)}
    >
      {heading}
      {documents.length > 0 && (
        <ul className="space-y-2 pb-3">
          {documents.map((document) => (
            <FileTile key={document.id} document={document} current={document.id === current} status={status} />
          ))}
        </ul>
      )}
      {any && list.isPending && <Skeleton className="h-15 rounded-md" />}
      {list.isError && documents.length === 0 && (
        <p role="alert" className="px-1 text-xs text-danger-fg">
          {spec.failed}{' '}
          <button type="button" onClick={() => void list.refetch()} className="underline">
            {spec.tryAgain}
          </button>
        </p>
      )}
      {!any && (
        <p className="rounded-md border border-dashed border-line-strong px-3 py-6 text-center text-xs text-fg-3">
          {empty}
        </p>
      )}
      {list.hasNextPage && (
        <Button
          variant="ghost"
          size="sm"
          block
          busy={list.isFetchingNextPage}
          aria-label={texts.showMoreIn(name)}
          onClick={() => void list.fetchNextPage()}
        >
          {texts.showMore}
        </Button>
      )}
    </section>
  )
}
