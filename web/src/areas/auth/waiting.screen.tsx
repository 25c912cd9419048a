import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { currentUserQuery } from '../../shared/current-user.ts'
import { texts as formTexts } from '../../shared/form/form.texts.ts'
import { browserZone } from '../../shared/format/moments.ts'
import { clockTime } from '../../shared/format/time.ts'
import { Button } from '../../ui/button.tsx'
import { texts } from './auth.texts.ts'
import { AuthFrame } from './parts/auth-frame.tsx'
import { AuthTitle, Emphasis } from './parts/auth-title.tsx'

const ASK_EVERY = 30_000

/** For a person whom the staff have not approved yet; it asks again by itself, so that the workspace opens then. */
export function WaitingScreen({ onLogOut }: { onLogOut: () => void }) {
  const check = useQuery({ ...currentUserQuery, refetchInterval: ASK_EVERY })
  const email = check.data?.email ?? ''
  return (
    <AuthFrame>
      <AuthTitle title={texts.waitingTitle} icon={Hourglass}>
        <Emphasis text={texts.waitingNote(email)} part={email} />
      </AuthTitle>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          size="lg"
          className="flex-1"
          busy={check.isFetching}
          onClick={() => void check.refetch()}
        >
          {texts.checkNow}
        </Button>
        <Button size="lg" className="flex-1" onClick={onLogOut}>
          {texts.logOut}
        </Button>
      </div>
      <output className="tnum mt-4 block text-sm text-fg-3">
        {check.isError
          ? formTexts.unreachable
          : texts.notYetApproved(clockTime(check.dataUpdatedAt, check.data?.time_zone ?? browserZone()))}
      </output>
    </AuthFrame>
  )
}
