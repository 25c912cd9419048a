import { useInfiniteQuery } from '@tanstack/react-query'
import type { SearchAnswer } from '@throughline/contracts/search'
import { useMemo } from 'react'
import { ListLoading } from '../../../shared/list-page/list-loading.tsx'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { Button } from '../../../ui/button.tsx'
import { FileHits } from '../results/file-hits.tsx'
import { InstanceHits, WorkflowHits } from '../results/row-hits.tsx'
import { TaskHits } from '../results/task-hits.tsx'
import { groupQuery } from '../search.api.ts'
import { spec, texts } from '../search.texts.ts'
import type { SearchAddress, SearchTab } from '../search-address.ts'
import { NothingFound } from './nothing-found.tsx'
import { useSlow } from './use-slow.ts'

type GroupResultsProps = {
  q: string
  tab: Exclude<SearchTab, 'all'>
  address: SearchAddress
  suggestions: readonly string[]
}

/** One kind alone, page by page. */
export function GroupResults({ q, tab, address, suggestions }: GroupResultsProps) {
  const list = useInfiniteQuery(groupQuery(q, tab, address.sort))
  const isSlow = useSlow(list.isPlaceholderData)
  const { data } = list
  const pages = useMemo(() => data?.pages.map((page) => page.data) ?? [], [data])
  if (list.isError && pages.length === 0) return <QueryFailed query={list} title={spec.failed} />
  if (!data || isSlow) return <ListLoading label={spec.loading} />
  const count = pages.reduce((sum, page) => sum + page[tab].length, 0)
  // A short page may be followed by others: what can't be seen was looked at on the way.
  if (count === 0 && !list.hasNextPage) return <NothingFound q={q} suggestions={suggestions} />
  return (
    <div className="px-6 pt-4 pb-8 max-[759px]:px-4">
      <Hits q={q} tab={tab} pages={pages} address={address} />
      {tab === 'files' && <p className="mt-4 text-xs text-fg-3">{texts.notSearched}</p>}
      {list.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {texts.loadMore}
          </Button>
        </div>
      )}
    </div>
  )
}

type HitsProps = Omit<GroupResultsProps, 'suggestions'> & { pages: readonly SearchAnswer[] }

function Hits({ q, tab, pages, address }: HitsProps) {
  if (tab === 'tasks') return <TaskHits hits={pages.flatMap(({ tasks }) => tasks)} address={address} />
  if (tab === 'instances') return <InstanceHits hits={pages.flatMap(({ instances }) => instances)} />
  if (tab === 'workflows') return <WorkflowHits hits={pages.flatMap(({ workflows }) => workflows)} />
  return <FileHits q={q} hits={pages.flatMap(({ files }) => files)} address={address} />
}
