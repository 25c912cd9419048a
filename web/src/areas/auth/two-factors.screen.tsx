import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import { ShieldCheck } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { ErrorBlock } from '../../ui/error-block.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { profileQuery } from '../profile/profile.api.ts'
import { AuthFrame } from './parts/auth-frame.tsx'
import { AuthTitle, Emphasis } from './parts/auth-title.tsx'
import { texts } from './parts/second-factor.texts.ts'
import { TwoFactorSetUp } from './parts/two-factor-set-up.tsx'

type TwoFactorsScreenProps = { user: CurrentUser; onDone: () => void; onLogOut: () => void }

/** For a person whose organisation asks for a second factor and who has none: nothing else is open until then. */
export function TwoFactorsScreen({ user, onDone, onLogOut }: TwoFactorsScreenProps) {
  const profile = useQuery(profileQuery(user.id))
  return (
    <AuthFrame>
      <AuthTitle title={texts.requiredTitle} icon={ShieldCheck}>
        <Emphasis text={texts.requiredNote(user.tenant_name)} part={user.tenant_name} />
      </AuthTitle>
      {profile.data && <TwoFactorSetUp profile={profile.data} name={user.email} onDone={onDone} />}
      {profile.isPending && (
        <Loading label={texts.preparing}>
          <Skeleton className="h-10" />
        </Loading>
      )}
      {profile.isError && (
        <ErrorBlock title={texts.notPrepared} onRetry={() => void profile.refetch()} retrying={profile.isFetching} />
      )}
      <Button variant="ghost" className="mt-6 justify-self-start" onClick={onLogOut}>
        {texts.logOut}
      </Button>
    </AuthFrame>
  )
}
