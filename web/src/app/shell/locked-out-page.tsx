import { useNavigate } from '@tanstack/react-router'
import { LockedOutScreen } from '../../areas/auth/locked-out.screen.tsx'
import { lockedOutOf } from '../session.ts'

export function LockedOutPage({ organization }: { organization: string }) {
  const navigate = useNavigate()
  const leave = async () => {
    await navigate({ to: '/signin', replace: true })
    lockedOutOf.set(null)
  }
  return <LockedOutScreen organization={organization} onLeave={() => void leave()} />
}
