import type { CurrentUser } from '@throughline/contracts/auth'
import { CalendarX } from 'lucide-react'
import { dateText } from '../../../shared/format/time.ts'
import { useAct } from '../../../shared/use-act.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { useProfileChanges } from '../profile.api.ts'
import { texts } from '../profile.texts.ts'

/** Over every page while the account waits to be deleted. */
export function DeletionNotice({ user, day }: { user: CurrentUser; day: string }) {
  const { keepAccount } = useProfileChanges(user.id)
  const { busy, run } = useAct()
  const keep = () => run({ call: keepAccount, done: texts.more.kept, failed: texts.more.notKept })
  return (
    <Banner
      tone="warning"
      icon={CalendarX}
      title={texts.more.planned(dateText(day, user.time_zone))}
      action={
        <Button size="sm" busy={busy !== undefined} onClick={() => void keep()}>
          {texts.more.keep}
        </Button>
      }
    >
      {texts.more.plannedNote}
    </Banner>
  )
}
