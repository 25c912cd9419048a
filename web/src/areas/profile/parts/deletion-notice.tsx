import type { CurrentUser } from '@throughline/contracts/auth'
import { CalendarX } from 'lucide-react'
import { useState } from 'react'
import { dateText } from '../../../shared/format/time.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { useProfileChanges } from '../profile.api.ts'
import { texts } from '../profile.texts.ts'

/** Over every page while the account waits to be deleted. */
export function DeletionNotice({ user, day }: { user: CurrentUser; day: string }) {
  const { keepAccount } = useProfileChanges(user.id)
  const [busy, setBusy] = useState(false)
  const keep = async () => {
    setBusy(true)
    try {
      await keepAccount()
      toast.success(texts.more.kept)
    } catch {
      toast.error(texts.more.notKept)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Banner
      tone="warning"
      icon={CalendarX}
      title={texts.more.planned(dateText(day, user.time_zone))}
      action={
        <Button size="sm" busy={busy} onClick={() => void keep()}>
          {texts.more.keep}
        </Button>
      }
    >
      {texts.more.plannedNote}
    </Banner>
  )
}
