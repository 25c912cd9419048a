import { type AnyRouter, useNavigate } from '@tanstack/react-router'
import { mayLeave } from '../shared/unsaved.ts'
import { toast } from '../ui/toast.ts'
import { backTo } from './guards.ts'
import { forgetLocally, logOut } from './log-out.ts'
import { texts } from './texts.ts'

/** The session is over: to the sign-in page, remembering where the person was. */
export async function leaveForSignIn(router: AnyRouter) {
  const { href } = router.state.location
  await forgetLocally()
  toast.info(texts.session.ended, { id: 'session-ended', description: texts.session.endedNote })
  await router.navigate({ to: '/signin', search: backTo(href), replace: true, ignoreBlocker: true })
}

/** Logs out and goes to the sign-in page; first asks about what is not saved, which nobody could send afterwards. */
export function useLeave() {
  const navigate = useNavigate()
  return async () => {
    if (!(await mayLeave())) return
    await logOut()
    await navigate({ to: '/signin', replace: true, ignoreBlocker: true })
  }
}
