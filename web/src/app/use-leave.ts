import { useNavigate } from '@tanstack/react-router'
import { mayLeave } from '../shared/unsaved.ts'
import { logOut } from './log-out.ts'

/** Logs out and goes to the sign-in page; first asks about what is not saved, which nobody could send afterwards. */
export function useLeave() {
  const navigate = useNavigate()
  return async () => {
    if (!(await mayLeave())) return
    await logOut()
    await navigate({ to: '/signin', replace: true, ignoreBlocker: true })
  }
}
