import type { Workflow } from '@throughline/contracts/workflows'
import { History as HistoryIcon } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { CompareWith } from './compare-with.tsx'
import { historyTexts } from './history.texts.ts'
import type { History, Which } from './use-history.ts'
import { VersionDetail } from './version-detail.tsx'
import { draftItem, VersionItem, versionItem } from './version-item.tsx'

type VersionsProps = {
  workflow: Workflow
  history: History
  whole: boolean
  at: number | undefined
  onChoose: (which: Which) => void
  onWhole: (whole: boolean) => void
  onChange: (at: number) => void
}

/** The draft on top, then every version, newest first; the chosen one says how it differs. */
export function Versions({ workflow, history, whole, at, onChoose, onWhole, onChange }: VersionsProps) {
  const { list, versions, which } = history
  if (list.isPending) return <VersionsLoading />
  if (list.isError)
    return <ErrorBlock title={historyTexts.failed} retrying={list.isFetching} onRetry={() => void list.refetch()} />
  const items = [
    ...(workflow.draft ? [draftItem(workflow.draft)] : []),
    ...versions.map((version) => versionItem(version, version.number === workflow.current_version)),
  ]
  if (items.length === 0) return <Empty icon={HistoryIcon} title={historyTexts.none} hint={historyTexts.noneHint} />
  return (
    <div className="-m-4">
      <CompareWith workflow={workflow} history={history} />
      <ol>
        {items.map((item) => (
          <VersionItem key={item.which} item={item} on={item.which === which} onChoose={() => onChoose(item.which)}>
            <VersionDetail history={history} item={item} whole={whole} at={at} onWhole={onWhole} onChange={onChange} />
          </VersionItem>
        ))}
      </ol>
      {list.hasNextPage && (
        <div className="p-3 text-center">
          <Button size="sm" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {historyTexts.more}
          </Button>
        </div>
      )}
    </div>
  )
}

const ROWS = ['a', 'b', 'c', 'd']

function VersionsLoading() {
  return (
    <Loading label={historyTexts.loading} className="-m-4">
      {ROWS.map((row) => (
        <div key={row} className="flex gap-3 border-b px-4 py-4">
          <Skeleton round className="size-2.5" />
          <span className="grid flex-1 gap-2">
            <Skeleton className="h-3 w-24" />
            <Skeleton className="h-3 w-48" />
          </span>
        </div>
      ))}
    </Loading>
  )
}
