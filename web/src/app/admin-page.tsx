import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AdminScreen } from '../areas/admin/admin.screen.tsx'
import { currentUserQuery, useCurrentUser } from '../shared/current-user.ts'
import { logOut } from './log-out.ts'

export function AdminPage() {
  const user = useCurrentUser()
  const queries = useQueryClient()
  const navigate = useNavigate()
  /** The screen has asked about what is not saved. */
  const leave = async () => {
    await logOut()
    await navigate({ to: '/signin', replace: true, ignoreBlocker: true })
  }
  return (
    user && (
      <AdminScreen
        user={user}
        onLogOut={leave}
        onRefresh={() => void queries.invalidateQueries({ queryKey: currentUserQuery.queryKey })}
      />
    )
  )
}
