import { Button } from '../../../ui/button.tsx'
import { ErrorBlock } from '../../../ui/error-block.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChangeLine } from './change-line.tsx'
import { historyTexts } from './history.texts.ts'
import type { History } from './use-history.ts'
import type { Item } from './version-item.tsx'

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
export function VersionDetail({ history, item, whole, at, onWhole, onChange }: VersionDetailProps) {
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
