import { type LiveFrame, SOCKET_CLOSE } from '@throughline/contracts/live'
import ReconnectingWebSocket from 'partysocket/ws'
import { currentUserQuery } from '../shared/current-user.ts'
import { throttledRefresh } from '../shared/throttled-refresh.ts'
import { LIVE_AREAS, queriesOf } from './live-queries.ts'
import { forgetLocally } from './log-out.ts'
import { lookForNewVersion } from './new-version.ts'
import { queryClient } from './query-client.ts'
import { knownUser, lockedOutOf, sessionEnded } from './session.ts'

const BEAT = 5_000
/** The clocks of a page in sight are late by less than this, unless the computer slept. */
const SLEPT_IN_SIGHT = 15_000
/** Those of a hidden page strike once a minute, unless it was frozen. */
const SLEPT_HIDDEN = 75_000

/**
 * Tells at once that the page is looked at again, that the computer has woken, or that the connection is back. `slept`:
 * meanwhile nothing ran here, so whatever looks alive may be dead.
 */
function onPageVisible(wake: (slept: boolean) => void): () => void {
  let last = Date.now()
  const absence = () => {
    const gone = Date.now() - last
    last = Date.now()
    return gone
  }
  const beat = setInterval(() => {
    if (absence() > SLEPT_IN_SIGHT && document.visibilityState === 'visible') wake(true)
  }, BEAT)
  const seen = () => document.visibilityState === 'visible' && wake(absence() > SLEPT_HIDDEN)
  const connected = () => wake(absence() > SLEPT_HIDDEN)
  document.addEventListener('visibilitychange', seen)
  addEventListener('pageshow', seen)
  addEventListener('online', connected)
  return () => {
    clearInterval(beat)
    document.removeEventListener('visibilitychange', seen)
    removeEventListener('pageshow', seen)
    removeEventListener('online', connected)
  }
}

/** Both sockets come back at about the same time: one round of questions for both. */
const TOGETHER = 250

type NotificationListener = (notification: unknown) => void

const listeners = new Set<NotificationListener>()
const refresh = throttledRefresh(queryClient)

/** Whole notifications as the server pushes them, in the order of arrival. */
export function onNotification(listener: NotificationListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isFrame = (value: unknown): value is LiveFrame =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'id' in value

function parsed(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : undefined
  } catch {
    return undefined
  }
}

function takeFrame(data: unknown) {
  const frame = parsed(data)
  if (isFrame(frame)) refresh(queriesOf(frame, queryClient))
}

function takeNotification(data: unknown) {
  const notification = parsed(data)
  if (notification !== undefined) for (const listener of listeners) listener(notification)
}

/** At once, and whatever of the organisation the browser holds goes with it. */
function lockOut() {
  const organization = knownUser()?.tenant_name
  if (organization === undefined) return
  lockedOutOf.set(organization)
  void forgetLocally()
}

/**
 * What a page read before its line was there may have changed unheard. Who is signed in was asked a moment ago, and what
 * could not be read stays as it is told.
 */
function askForUnheard() {
  const [session] = currentUserQuery.queryKey
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [area], state }) => state.data !== undefined && area !== session && LIVE_AREAS.has(area),
  })
}

interface Line {
  path: string
  onMessage: (data: unknown) => void
  onFirst?: () => void
  onReturn: () => void
}

function connect({ path, onMessage, onFirst, onReturn }: Line, again: boolean) {
  const socket = new ReconnectingWebSocket(`${location.origin.replace(/^http/, 'ws')}${path}`)
  let before = again
  socket.addEventListener('open', () => {
    if (before) onReturn()
    else onFirst?.()
    before = true
  })
  socket.addEventListener('message', ({ data }) => onMessage(data))
  socket.addEventListener('close', ({ code }) => {
    if (code !== SOCKET_CLOSE.signedOut && code !== SOCKET_CLOSE.lockedOut) return
    socket.close()
    if (code === SOCKET_CLOSE.lockedOut) lockOut()
    else sessionEnded.set(true)
  })
  return socket
}

/** Both sockets, while somebody is signed in. What was missed while away is asked for again. */
export function goLive(): () => void {
  let due: ReturnType<typeof setTimeout> | undefined
  const catchUp = () => {
    clearTimeout(due)
    due = setTimeout(() => {
      void queryClient.invalidateQueries()
      void lookForNewVersion()
    }, TOGETHER)
  }
  const open = (again: boolean) => [
    connect({ path: '/ws/live/', onMessage: takeFrame, onFirst: askForUnheard, onReturn: catchUp }, again),
    connect({ path: '/ws/inbox/', onMessage: takeNotification, onReturn: catchUp }, again),
  ]
  let sockets = open(false)
  const close = () => {
    for (const socket of sockets) socket.close()
  }
  const isOpen = () => sockets.every(({ readyState }) => readyState === WebSocket.OPEN)
  const stopWatching = onPageVisible((slept) => {
    if (sessionEnded.get() || lockedOutOf.get() !== null || (!slept && isOpen())) return
    // New ones: those that were left may wait for their next try, or never learn that their line is dead.
    close()
    sockets = open(true)
    if (slept) catchUp()
  })
  return () => {
    stopWatching()
    clearTimeout(due)
    close()
  }
}
