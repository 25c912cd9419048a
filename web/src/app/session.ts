import type { CurrentUser } from '@throughline/contracts/auth'
import { currentUserQuery } from '../areas/auth/auth.api.ts'
import { readStored, writeStored } from '../ui/stored.ts'
import { emptyFileIndex } from './file-index.ts'
import { heldBackByLogOut } from './log-out.ts'
import { queryClient } from './query-client.ts'
import { signal } from './signal.ts'

const INDEX_OWNER = 'tl.file-index-owner'

/** Set when the server has closed the socket of a session that ended; the next call would be refused. */
export const sessionEnded = signal(false)

/** Names of files belong to one person in one workspace: whoever comes next starts with an empty index. */
async function claimFileIndex({ id, tenant_id }: CurrentUser) {
  const owner = `${id} ${tenant_id}`
  if (readStored(INDEX_OWNER) === owner) return
  await emptyFileIndex()
  writeStored(INDEX_OWNER, owner)
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
    await claimFileIndex(user)
  }
  return user
}

export const knownUser = () => queryClient.getQueryData(currentUserQuery.queryKey) ?? null
