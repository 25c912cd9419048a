import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useListRows } from '../../../shared/list-page/use-list-rows.ts'
import { type DocumentFilter, documentsQuery } from '../documents.api.ts'

const newestFirst = ({ sort, order }: DocumentFilter) => sort === 'created' || (sort === 'updated' && order !== 'asc')

/** The rows of the table or the timeline; those of the other views are asked for group by group. */
export function useFlatList(filter: DocumentFilter, enabled: boolean, memberId: string) {
  const list = useInfiniteQuery({ ...documentsQuery(filter), enabled })
  const found = useListRows(list, JSON.stringify(filter))
  const { rows, welcome } = found
  const fetched = list.isPlaceholderData ? undefined : list.data?.pages[0]?.data
  const atTheTop = newestFirst(filter)
  // What somebody uploads while they look at the list does not wait to be asked for.
  useEffect(() => {
    if (!fetched || !atTheTop) return
    const shown = new Set(rows.map(({ id }) => id))
    const own = fetched.filter(({ id, uploaded_by }) => uploaded_by?.id === memberId && !shown.has(id))
    for (const { id } of own.toReversed()) welcome(id)
  }, [fetched, atTheTop, rows, memberId, welcome])
  return found
}
