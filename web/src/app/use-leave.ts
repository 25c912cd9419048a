import { useNavigate } from '@tanstack/react-router'
import { logOut } from './log-out.ts'

/** Logs out and goes to the sign-in page. */
export function useLeave() {
  const navigate = useNavigate()
  return async () => {
    await logOut()
    await navigate({ to: '/signin', replace: true })
  }
}
