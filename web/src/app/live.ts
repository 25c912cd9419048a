import type { QueryKey } from '@tanstack/react-query'
import { type LiveFrame, SOCKET_CLOSE } from '@throughline/contracts/live'
import ReconnectingWebSocket from 'partysocket/ws'
import { commentsKey } from '../areas/comments/comments.keys.ts'
import { documentsKey } from '../areas/documents/documents.keys.ts'
import { clientsKey, instancesKey } from '../areas/instances/instances.keys.ts'
import { secretsKey } from '../areas/integrations/integrations.keys.ts'
import { membersKey, profileKey, subscriptionKey, teamsKey } from '../areas/org/org.keys.ts'
import { tasksKey } from '../areas/tasks/tasks.keys.ts'
import { workflowsKey } from '../areas/workflows/workflows.keys.ts'
import { currentUserQuery } from '../shared/current-user.ts'
import { forgetLocally } from './log-out.ts'
import { lookForNewVersion } from './new-version.ts'
import { onPageVisible } from './on-page-visible.ts'
import { queryClient } from './query-client.ts'
import { knownUser, lockedOutOf, sessionEnded } from './session.ts'
import { workspacesQuery } from './shell/workspaces.ts'

/** Both sockets come back at about the same time: one round of questions for both. */
const TOGETHER = 250
const BETWEEN_ROUNDS = 500

type NotificationListener = (notification: unknown) => void

/** Subjects whose frames have just been acted on. */
const resting = new Map<string, 'still' | 'again'>()
const keysBySubject = new Map<string, QueryKey[]>()
const listeners = new Set<NotificationListener>()

/** Frames about a subject ('task' in 'task.completed') make every query under these keys ask again. */
export function registerLive(subject: string, ...keys: QueryKey[]) {
  keysBySubject.set(subject, [...(keysBySubject.get(subject) ?? []), ...keys])
}

registerLive('member', currentUserQuery.queryKey, membersKey, teamsKey)
registerLive('team', membersKey, teamsKey)
registerLive('organization', currentUserQuery.queryKey, workspacesQuery.queryKey, profileKey)
registerLive('subscription', currentUserQuery.queryKey, subscriptionKey)
registerLive('workflow', workflowsKey)
registerLive('secret', secretsKey)
// A task that is claimed, given to somebody or has a file changes what its instance's page says.
registerLive('task', tasksKey, commentsKey, documentsKey, [...instancesKey, 'one'], [...instancesKey, 'files'])
registerLive('instance', instancesKey, clientsKey, commentsKey, documentsKey)
// A file is shown where it was attached too.
registerLive('document', documentsKey, commentsKey, clientsKey, [...tasksKey, 'one'], [...instancesKey, 'files'])

/** Whole notifications as the server pushes them, in the order of arrival. */
export function onNotification(listener: NotificationListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isFrame = (value: unknown): value is LiveFrame =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function parsed(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : undefined
  } catch {
    return undefined
  }
}

function takeFrame(data: unknown) {
  const frame = parsed(data)
  if (!isFrame(frame)) return
  const subject = frame.type.split('.')[0] ?? ''
  if (resting.has(subject)) resting.set(subject, 'again')
  else askAgain(subject)
}

/** Two hundred people invited at once are two hundred frames: the first asks at once, those right after it together. */
function askAgain(subject: string) {
  for (const queryKey of keysBySubject.get(subject) ?? []) void queryClient.invalidateQueries({ queryKey })
  resting.set(subject, 'still')
  setTimeout(() => {
    const missed = resting.get(subject) === 'again'
    resting.delete(subject)
    if (missed) askAgain(subject)
  }, BETWEEN_ROUNDS)
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
  const areas = new Set([...keysBySubject.values()].flat().map(([area]) => area))
  areas.delete(currentUserQuery.queryKey[0])
  void queryClient.invalidateQueries({
    predicate: ({ queryKey, state }) => state.data !== undefined && areas.has(queryKey[0]),
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
