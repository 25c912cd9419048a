import type { QueryKey } from '@tanstack/react-query'
import { LiveFrame, SOCKET_CLOSE } from '@throughline/contracts/live'
import ReconnectingWebSocket from 'partysocket/ws'
import { currentUserQuery } from '../areas/auth/auth.api.ts'
import { lookForNewVersion } from './new-version.ts'
import { queryClient } from './query-client.ts'
import { sessionEnded } from './session.ts'

/** Both sockets come back at about the same time: one round of questions for both. */
const TOGETHER = 250

type NotificationListener = (notification: unknown) => void

const keysBySubject = new Map<string, QueryKey[]>()
const listeners = new Set<NotificationListener>()

/** Frames about a subject ('task' in 'task.completed') make every query under these keys ask again. */
export function registerLive(subject: string, ...keys: QueryKey[]) {
  keysBySubject.set(subject, [...(keysBySubject.get(subject) ?? []), ...keys])
}

registerLive('member', currentUserQuery.queryKey)
registerLive('organization', currentUserQuery.queryKey)
registerLive('subscription', currentUserQuery.queryKey)

/** Whole notifications as the server pushes them, in the order of arrival. */
export function onNotification(listener: NotificationListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function parsed(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : undefined
  } catch {
    return undefined
  }
}

function takeFrame(data: unknown) {
  const frame = LiveFrame.safeParse(parsed(data))
  if (!frame.success) return
  const subject = frame.data.type.split('.')[0] ?? ''
  for (const queryKey of keysBySubject.get(subject) ?? []) void queryClient.invalidateQueries({ queryKey })
}

function takeNotification(data: unknown) {
  const notification = parsed(data)
  if (notification !== undefined) for (const listener of listeners) listener(notification)
}

function connect(path: string, onMessage: (data: unknown) => void, onReturn: () => void) {
  const socket = new ReconnectingWebSocket(`${location.origin.replace(/^http/, 'ws')}${path}`)
  let before = false
  socket.addEventListener('open', () => {
    if (before) onReturn()
    before = true
  })
  socket.addEventListener('message', ({ data }) => onMessage(data))
  socket.addEventListener('close', ({ code }) => {
    if (code !== SOCKET_CLOSE.signedOut) return
    socket.close()
    sessionEnded.set(true)
  })
  return () => socket.close()
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
  const closers = [connect('/ws/live/', takeFrame, catchUp), connect('/ws/inbox/', takeNotification, catchUp)]
  return () => {
    clearTimeout(due)
    for (const close of closers) close()
  }
}
