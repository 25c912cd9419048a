import { useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import { TwoFactorsScreen } from '../../areas/auth/two-factors.screen.tsx'
import { currentUserQuery } from '../../shared/current-user.ts'

type TwoFactorsPageProps = { user: CurrentUser; onDone: () => void; onLogOut: () => void }

/** The workspace opens once the server knows of the second factor. */
export function TwoFactorsPage({ user, onDone, onLogOut }: TwoFactorsPageProps) {
  const queries = useQueryClient()
  const enter = async () => {
    await queries.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    onDone()
  }
  return <TwoFactorsScreen user={user} onDone={() => void enter()} onLogOut={onLogOut} />
}
