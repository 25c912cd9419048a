import { CloudOff, CloudUpload, WifiOff } from 'lucide-react'
import { useZone } from '../../../shared/current-user.ts'
import { clockTime } from '../../../shared/format/time.ts'
import { Button } from '../../../ui/button.tsx'
import { isRetriable } from './outbox.ts'
import { texts } from './unsent.texts.ts'
import { useOfflineSince, useOutbox } from './use-changes.ts'

/** Since when there is no connection, what waits for it, and what the server did not take. */
export function UnsavedBand() {
  const { queue, retry } = useOutbox()
  const zone = useZone()
  const since = useOfflineSince()
  const waiting = queue.filter(({ state }) => state === 'waiting').length
  const refused = queue.filter(({ state }) => state === 'refused').length
  if (waiting === 0 && refused === 0 && since === undefined) return null
  const kept = waiting > 0 ? texts.kept(waiting) : since === undefined && texts.someNotSaved
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> holds words only, this holds a whole block
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-b border-warning-line bg-warning-bg px-4 py-2 text-sm text-warning-fg"
    >
      {since !== undefined && <WifiOff size={16} aria-hidden className="shrink-0" />}
      <p className="min-w-0 flex-1 basis-60">
        {since !== undefined && (
          <>
            <span className="font-semibold">{texts.offlineSince(clockTime(since, zone))}</span> {texts.outOfDate}{' '}
          </>
        )}
        {kept}
      </p>
      {waiting > 0 && (
        <span className="inline-flex items-center gap-1.5">
          <CloudUpload size={15} aria-hidden />
          {texts.waitingOf(waiting)}
        </span>
      )}
      {refused > 0 && (
        <span className="inline-flex items-center gap-1.5 text-danger-fg">
          <CloudOff size={15} aria-hidden />
          {texts.notSavedOf(refused)}
        </span>
      )}
      {(waiting > 0 || queue.some(isRetriable)) && (
        <Button size="sm" onClick={() => void retry()}>
          {texts.retry}
        </Button>
      )}
    </div>
  )
}
