import { hashKey } from '@tanstack/react-query'
import { KEPT_FIGURES } from '../areas/analytics/kept-key.ts'
import { RECENT_SEARCHES } from '../areas/search/recent-key.ts'
import { LOCAL_COPIES } from '../areas/workflows/builder/copies-key.ts'
import { currentUserQuery, revokeSession } from '../shared/current-user.ts'
import { forgetUnsent } from '../shared/unsent/unsent-mark.ts'
import { forgetStored, readStored, writeStored } from '../ui/stored.ts'
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
/** A browser that keeps no mark (storage forbidden, or full) still has to tell the server. */
let unmarked = false
type PendingTexts = { pending: string; pendingNote: string }

/** What is said while the server has not heard of it; the hosts have words of their own. */
let pendingTexts: PendingTexts = texts.logOut

export const logOutPending = () => unmarked || Boolean(readStored(MARK))

/** What this browser keeps for one person in one workspace. */
export function forgetOwn() {
  forgetStored(RECENT_SEARCHES)
  forgetStored(KEPT_FIGURES)
}

/** Everything this browser keeps of the person. */
export async function forgetLocally() {
  await queryClient.cancelQueries()
  queryClient.clear()
  queryClient.setQueryData(currentUserQuery.queryKey, null)
  forgetStored(LOCAL_COPIES)
  forgetOwn()
  forgetUnsent()
  await emptyFileIndex()
}

function settle() {
  clearTimeout(nextTry)
  unmarked = false
  writeStored(MARK, '')
  toast.dismiss(TOAST)
}

/** Given up, it is also cut off: its late answer would take away the cookie of a sign-in that came after it. */
async function revokeOnce(): Promise<boolean> {
  const patience = new AbortController()
  const tooLong = new Promise<never>((_, reject) => {
    setTimeout(() => {
      patience.abort()
      reject(new Error('no answer'))
    }, PATIENCE)
  })
  try {
    await Promise.race([revokeSession(patience.signal), tooLong])
    settle()
    return true
  } catch {
    return false
  }
}

async function revokeUntilDone(wait = FIRST_WAIT) {
  if (!logOutPending() || (await revokeOnce())) return
  toast.warning(pendingTexts.pending, { id: TOAST, description: pendingTexts.pendingNote, timeout: 0 })
  clearTimeout(nextTry)
  nextTry = setTimeout(() => void revokeUntilDone(Math.min(wait * 2, LONGEST_WAIT)), wait)
}

/** Signed out here at once; the call to the server is repeated until it succeeds. */
export async function logOut() {
  unmarked = !writeStored(MARK, new Date().toISOString())
  void revokeUntilDone()
  await forgetLocally()
}

/** True when nobody may be asked for, because an earlier log-out has not reached the server yet. */
export async function heldBackByLogOut(): Promise<boolean> {
  if (!logOutPending()) return false
  await revokeUntilDone()
  return logOutPending()
}

/** A new sign-in replaces the session that was to be revoked; the connection coming back is a reason to try at once. */
export function watchLogOut(onElsewhere: () => void, says: PendingTexts = texts.logOut) {
  pendingTexts = says
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
