import type { AnyRouter } from '@tanstack/react-router'
import { toast } from '../ui/toast.ts'
import { backTo } from './guards.ts'
import { forgetLocally } from './log-out.ts'
import { texts } from './texts.ts'

/** The session is over: to the sign-in page, remembering where the person was. */
export async function leaveForSignIn(router: AnyRouter) {
  const { href } = router.state.location
  await forgetLocally()
  toast.info(texts.session.ended, { id: 'session-ended', description: texts.session.endedNote })
  await router.navigate({ to: '/signin', search: backTo(href), replace: true, ignoreBlocker: true })
}
