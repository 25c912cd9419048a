import type { CurrentUser } from '@throughline/contracts/auth'
import { currentUserQuery } from '../shared/current-user.ts'
import { readStored, writeStored } from '../ui/stored.ts'
import { emptyFileIndex } from './file-index.ts'
import { forgetOwn, heldBackByLogOut } from './log-out.ts'
import { queryClient } from './query-client.ts'
import { signal } from './signal.ts'

const INDEX_OWNER = 'tl.file-index-owner'

/** Set when the server has closed the socket of a session that ended; the next call would be refused. */
export const sessionEnded = signal(false)

/** The organisation whose doors were closed to the person while its pages were open. */
export const lockedOutOf = signal<string | null>(null)

const ownerOf = ({ id, tenant_id }: CurrentUser) => `${id} ${tenant_id}`

/** Names of files and searches belong to one person in one workspace: whoever comes next starts without them. */
async function claimFileIndex(user: CurrentUser) {
  if (readStored(INDEX_OWNER) === ownerOf(user)) return
  forgetOwn()
  await emptyFileIndex()
  writeStored(INDEX_OWNER, ownerOf(user))
}

/** Somebody else signed in in another tab: calls from here would be made in their name under the old person's eyes. */
export function watchOwner(startAgain: () => void) {
  addEventListener('storage', ({ key, newValue }) => {
    const user = knownUser()
    if (key === INDEX_OWNER && user && newValue !== ownerOf(user)) startAgain()
  })
}

/** The signed-in person or null. An unfinished log-out is finished first; until then nobody is signed in. */
export async function loadCurrentUser(): Promise<CurrentUser | null> {
  const known = queryClient.getQueryData(currentUserQuery.queryKey)
  if (known === undefined && (await heldBackByLogOut())) {
    queryClient.setQueryData(currentUserQuery.queryKey, null)
    return null
  }
  const user = await queryClient.ensureQueryData(currentUserQuery)
  if (user) {
    sessionEnded.set(false)
    lockedOutOf.set(null)
    await claimFileIndex(user)
  }
  return user
}

export const knownUser = () => queryClient.getQueryData(currentUserQuery.queryKey) ?? null
