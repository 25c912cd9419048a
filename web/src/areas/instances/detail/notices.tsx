import type { Instance } from '@throughline/contracts/instances'
import { Ban, Trash2 } from 'lucide-react'
import { dateText } from '../../../shared/format/time.ts'
import { TRASH_DAYS } from '../../../shared/time-ago.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { texts } from './detail.texts.ts'

const DAY = 86_400_000

type NoticesProps = { instance: Instance; zone: string; onRestore: () => void }

/** What must be known before anything else: it was called off, or is about to be forgotten. */
export function Notices({ instance, zone, onRestore }: NoticesProps) {
  const { status, cancel_reason, deleted_at, can } = instance
  if (!deleted_at && status !== 'cancelled') return null
  return (
    <div className="space-y-2 px-6 pt-4 @max-[600px]:px-4">
      {deleted_at && (
        <Banner
          tone="warning"
          icon={Trash2}
          title={texts.inTrash}
          action={
            can.remove && (
              <Button size="sm" onClick={onRestore}>
                {texts.restore}
              </Button>
            )
          }
        >
          {texts.inTrashUntil(dateText(Date.parse(deleted_at) + TRASH_DAYS * DAY, zone))}
        </Banner>
      )}
      {status === 'cancelled' && (
        <Banner tone="info" icon={Ban} title={texts.wasCancelled}>
          {cancel_reason && texts.reason(cancel_reason)}
        </Banner>
      )}
    </div>
  )
}
