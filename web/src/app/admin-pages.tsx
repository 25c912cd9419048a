import { Outlet } from '@tanstack/react-router'
import { AdminScreen } from '../areas/admin/admin.screen.tsx'
import { SigninScreen } from '../areas/auth/signin.screen.tsx'
import { useCurrentUser } from '../shared/current-user.ts'
import { LateToaster } from './late-toaster.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { useLeave } from './use-leave.ts'

export function AdminRoot() {
  return (
    <>
      <Outlet />
      <RouteAnnouncer />
      <LateToaster />
    </>
  )
}

export const AdminSignin = () => <SigninScreen closed />

export function AdminPage() {
  const user = useCurrentUser()
  const leave = useLeave()
  return user && <AdminScreen user={user} onLogOut={leave} />
}
