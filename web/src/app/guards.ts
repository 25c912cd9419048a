import { redirect } from '@tanstack/react-router'
import { loadCurrentUser } from './session.ts'

/** Where to come back to; nothing for the place everyone lands on anyway. */
export const backTo = (href: string) => (href === '/home' ? {} : { redirect: href })

export async function requireUser({ location }: { location: { href: string } }) {
  const user = await loadCurrentUser()
  if (!user) throw redirect({ to: '/signin', search: backTo(location.href) })
}

/** Signed-in people have no business on these pages. When it is not known who is there, the page is shown. */
export async function onlySignedOut() {
  const user = await loadCurrentUser().catch(() => null)
  if (user) throw redirect({ to: '/home' })
}
