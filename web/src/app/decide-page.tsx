import { useNavigate, useRouterState } from '@tanstack/react-router'
import { DecideScreen } from '../areas/inbox/decide.screen.tsx'
import { useCurrentUser } from '../shared/current-user.ts'
import { logOut } from './log-out.ts'
import { PHONE, useMedia } from './use-media.ts'

/** Joins the page that mails lead to with signing in and out. */
export function DecidePage() {
  const here = useRouterState({ select: ({ location }) => location.href })
  const navigate = useNavigate()
  const signIn = () => void navigate({ to: '/signin', search: { redirect: here } })
  return (
    <DecideScreen
      user={useCurrentUser()}
      phone={useMedia(PHONE)}
      onSignIn={signIn}
      onNotMe={() => void logOut().then(signIn)}
    />
  )
}
