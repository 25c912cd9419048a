import { hashKey } from '@tanstack/react-query'
import { currentUserQuery, revokeSession } from '../areas/auth/auth.api.ts'
import { readStored, writeStored } from '../ui/stored.ts'
import { toast } from '../ui/toast.ts'
import { emptyFileIndex } from './file-index.ts'
import { queryClient } from './query-client.ts'
import { texts } from './texts.ts'

/** Present from the moment a person logs out until the server has revoked the session. */
const MARK = 'tl.log-out'
const TOAST = 'log-out-pending'
const PATIENCE = 5_000
const FIRST_WAIT = 1_000
const LONGEST_WAIT = 60_000

let nextTry: ReturnType<typeof setTimeout> | undefined

export const logOutPending = () => Boolean(readStored(MARK))

/** Everything this browser keeps of the person. */
export async function forgetLocally() {
  await queryClient.cancelQueries()
  queryClient.clear()
  queryClient.setQueryData(currentUserQuery.queryKey, null)
  await emptyFileIndex()
}

function settle() {
  clearTimeout(nextTry)
  writeStored(MARK, '')
  toast.dismiss(TOAST)
}

async function revokeOnce(): Promise<boolean> {
  const tooLong = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), PATIENCE))
  try {
    await Promise.race([revokeSession(), tooLong])
    settle()
    return true
  } catch {
    return false
  }
}

async function revokeUntilDone(wait = FIRST_WAIT) {
  if (!logOutPending() || (await revokeOnce())) return
  toast.warning(texts.logOut.pending, { id: TOAST, description: texts.logOut.pendingNote, timeout: 0 })
  clearTimeout(nextTry)
  nextTry = setTimeout(() => void revokeUntilDone(Math.min(wait * 2, LONGEST_WAIT)), wait)
}

/** Signed out here at once; the server is told until it has heard. */
export async function logOut() {
  writeStored(MARK, new Date().toISOString())
  await forgetLocally()
  void revokeUntilDone()
}

/** True when nobody may be asked for, because an earlier log-out has not reached the server yet. */
export async function heldBackByLogOut(): Promise<boolean> {
  if (!logOutPending()) return false
  await revokeUntilDone()
  return logOutPending()
}

/** A new sign-in replaces the session that was to be revoked; the connection coming back is a reason to try at once. */
export function watchLogOut(onElsewhere: () => void) {
  const me = hashKey(currentUserQuery.queryKey)
  queryClient.getQueryCache().subscribe((event) => {
    const arrived = event.type === 'updated' && event.action.type === 'success' && event.query.queryHash === me
    if (arrived && event.query.state.data && logOutPending()) settle()
  })
  addEventListener('online', () => void revokeUntilDone())
  addEventListener('storage', ({ key, newValue }) => {
    if (key === MARK && newValue) void forgetLocally().then(onElsewhere)
  })
}
