import { useRouter } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { useEffect } from 'react'
import { followInbox } from '../follow-inbox.ts'
import { HelpHost } from '../help/help-host.tsx'
import { Uploads } from './uploads.tsx'

/** What stays with the person on every page, and that the first load goes without: uploads, news of messages, and help. */
export function LateParts({ user }: { user: CurrentUser }) {
  const router = useRouter()
  const memberId = user.member_id
  useEffect(
    () => followInbox(memberId, (message) => void router.navigate({ to: '/inbox', search: { message } })),
    [router, memberId],
  )
  return (
    <>
      <Uploads user={user} />
      <HelpHost />
    </>
  )
}
