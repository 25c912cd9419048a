import { CloudOff, CloudUpload, RotateCw, Undo2, X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { isRetriable } from '../changes/outbox.ts'
import { actionOf, type QueuedAct } from '../changes/queued-act.ts'
import { texts } from '../changes/unsent.texts.ts'
import { useOutbox } from '../changes/use-changes.ts'

/** The version that was looked at: of the one file there was. */
function seenVersion(act: QueuedAct): number | undefined {
  const [only, second] = actionOf(act)?.files ?? []
  return second ? undefined : only?.version_number
}

/** What the person did and the server does not know of yet, with the way back; or why it was not saved. */
export function UnsentNote({ act }: { act: QueuedAct }) {
  const { discard, retry } = useOutbox()
  const body = actionOf(act)
  if (!body) return null
  const isRefused = act.state === 'refused'
  const Icon = isRefused ? CloudOff : CloudUpload
  const version = seenVersion(act)
  const later = [texts.notYet[body.action], texts.sendsLater, ...(body.files?.length ? [texts.asksAgain] : [])]
  return (
    <div className="mb-4 flex items-start gap-3 last:mb-0">
      <span
        aria-hidden
        className={
          isRefused
            ? 'grid size-8 shrink-0 place-items-center rounded-full bg-danger-bg text-danger-fg'
            : 'grid size-8 shrink-0 place-items-center rounded-full bg-warning-bg text-warning-fg'
        }
      >
        <Icon size={16} />
      </span>
      <div role={isRefused ? 'alert' : 'status'} className="min-w-0 flex-1">
        <p className="text-md font-medium">
          {isRefused ? texts.notSaved(body.action, version) : texts.waiting(body.action, version)}
        </p>
        <p className="text-sm text-fg-2">{isRefused ? (act.reason ?? texts.refused) : later.join(' ')}</p>
        {body.comment && (
          <p translate="no" className="mt-1 line-clamp-3 text-sm break-words text-fg-3">
            {body.comment}
          </p>
        )}
      </div>
      {isRetriable(act) && (
        <Button icon={RotateCw} onClick={() => void retry()}>
          {texts.retry}
        </Button>
      )}
      <Button icon={isRefused ? X : Undo2} onClick={() => void discard(act.key)}>
        {isRefused ? texts.discard : texts.undo}
      </Button>
    </div>
  )
}
