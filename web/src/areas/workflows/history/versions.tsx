import type { Workflow } from '@throughline/contracts/workflows'
import { History as HistoryIcon } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Select } from '../../../ui/select.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { ChangeLine } from './change-line.tsx'
import { historyTexts } from './history.texts.ts'
import { type History, oneBefore, type Which } from './use-history.ts'
import { draftItem, type Item, VersionItem, versionItem } from './version-item.tsx'

const DRAFT = 'draft'

type VersionDetailProps = {
  history: History
  item: Item
  whole: boolean
  at: number | undefined
  onWhole: (whole: boolean) => void
  onChange: (at: number) => void
}

const EDGE = 4
const short = (hash: string) => (hash.length > EDGE * 2 ? `${hash.slice(0, EDGE)}…${hash.slice(-EDGE)}` : hash)

/** How the chosen one differs, change by change. */
function VersionDetail({ history, item, whole, at, onWhole, onChange }: VersionDetailProps) {
  const { compared, failed, retry, other } = history
  if (failed) return <ErrorBlock title={historyTexts.versionFailed} onRetry={retry} />
  return (
    <>
      {other !== undefined && !compared && <Skeleton className="h-20 w-full" />}
      {compared && compared.changes.length === 0 && <p className="text-xs text-fg-2">{historyTexts.same}</p>}
      {compared && compared.changes.length > 0 && (
        <ul className="divide-y rounded-md border bg-surface px-2.5">
          {compared.changes.map(({ change, author }, n) => (
            <ChangeLine
              key={`${change.kind} ${change.path} ${JSON.stringify(change.after ?? change.before)}`}
              change={change}
              drawing={compared.after}
              before={compared.before}
              author={author}
              current={at === n}
              onPress={() => onChange(n)}
            />
          ))}
        </ul>
      )}
      <div className="mt-2.5 flex items-center gap-2">
        {compared && (
          <Button size="sm" aria-pressed={whole} onClick={() => onWhole(!whole)}>
            {whole ? historyTexts.showChanges : historyTexts.showWhole}
          </Button>
        )}
        {item.hash && (
          <span translate="no" title={item.hash} className="text-xs text-fg-3">
            {historyTexts.hash(short(item.hash))}
          </span>
        )}
      </div>
    </>
  )
}

/** Any version, or the draft, to hold the chosen one against. */
function CompareWith({ workflow, history }: { workflow: Workflow; history: History }) {
  const { which, other, versions, setAgainst } = history
  if (which === undefined) return null
  const before = oneBefore(which, workflow)
  const nameOf = (number: number) => {
    const name = historyTexts.version(number)
    if (number === before) return historyTexts.before(name)
    return number === workflow.current_version ? historyTexts.liveName(name) : name
  }
  const known = new Set([...versions.map(({ number }) => number), ...(typeof other === 'number' ? [other] : [])])
  const items = [
    ...(workflow.draft && which !== DRAFT ? [{ value: DRAFT, label: historyTexts.draft }] : []),
    ...[...known]
      .filter((number) => number !== which)
      .toSorted((a, b) => b - a)
      .map((number) => ({ value: String(number), label: nameOf(number) })),
  ]
  const choose = (value: string): void => setAgainst(value === DRAFT ? DRAFT : (Number(value) satisfies Which))
  return (
    <div className="flex items-center gap-2 border-b px-4 py-2.5 text-xs text-fg-2">
      <span className="whitespace-nowrap">{historyTexts.comparedWith}</span>
      <Select
        label={historyTexts.compare}
        value={other === undefined ? null : String(other)}
        placeholder={historyTexts.nothing}
        items={items}
        onChange={choose}
        disabled={items.length === 0}
        className="flex-1"
      />
    </div>
  )
}

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
