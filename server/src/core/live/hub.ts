import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from '@fastify/websocket'
import { SOCKET_CLOSE } from '@throughline/contracts/live'
import { meters } from '../telemetry/meters.ts'
import type { InboxFeed } from './inbox-feed.ts'
import type { LiveMessage } from './live-message.ts'

/** Sets by key; an empty one takes no room. */
class SetMap<K, V> {
  readonly #sets = new Map<K, Set<V>>()

  get size(): number {
    return this.#sets.size
  }

  get(key: K): ReadonlySet<V> {
    return this.#sets.get(key) ?? new Set()
  }

  add(key: K, value: V): void {
    const set = this.#sets.get(key)
    if (set) set.add(value)
    else this.#sets.set(key, new Set([value]))
  }

  delete(key: K, value: V): void {
    const set = this.#sets.get(key)
    set?.delete(value)
    if (set?.size === 0) this.#sets.delete(key)
  }

  keys(): Iterable<K> {
    return this.#sets.keys()
  }

  *values(): Iterable<V> {
    for (const set of this.#sets.values()) yield* set
  }
}

/** A page that does not keep up is cut off: it comes back and asks for everything again. */
const MAX_BUFFERED = 1024 * 1024
const MAX_PER_SESSION = 40
/** Pages send nothing and ask for no sign of life; some programs between do, now and then. */
const MAX_PINGS = 20
/** Over how long the sockets of a process are sent away when all of them have to ask again. */
const SPREAD = 3_000
const LONGEST_GOODBYE = 2_000
/** The one frame for people who are not approved: other frames are addressed, too, and tell of work. */
const APPROVED = 'person.approved'

export interface Holder {
  sessionId: string
  tenantId: string
  memberId: string
  /** Without approval they hear of nothing but that they are approved now. */
  isApproved: boolean
}

/** What the directory says of a session that nobody ended. */
export interface SessionState {
  tenantId: string
  lockedOut: boolean
  isApproved: boolean
}

export type SocketKind = 'live' | 'inbox'

interface Client extends Holder {
  kind: SocketKind
  socket: WebSocket
  answered: boolean
  /** How often it asked for a sign of life since the last heartbeat. */
  pings: number
}

const memberKey = (tenantId: string, memberId: string) => `${tenantId}:${memberId}`

/** The sockets of this process, and who may get what. */
export class LiveHub {
  readonly #live = new SetMap<string, Client>()
  readonly #inbox = new SetMap<string, Client>()
  readonly #sessions = new SetMap<string, Client>()
  readonly #inboxFeed: InboxFeed

  constructor(inboxFeed: InboxFeed) {
    this.#inboxFeed = inboxFeed
  }

  /** False when this session has more sockets open than pages could want. */
  add(kind: SocketKind, holder: Holder, socket: WebSocket): boolean {
    if (this.#sessions.get(holder.sessionId).size >= MAX_PER_SESSION) return false
    const client: Client = { ...holder, kind, socket, answered: true, pings: 0 }
    const [map, key] = this.#placeOf(client)
    map.add(key, client)
    this.#sessions.add(client.sessionId, client)
    meters().socketsOpen.add(1, { kind })
    socket.on('pong', () => {
      client.answered = true
    })
    // Nothing is read from a socket, so what sends something is no page of ours.
    socket.on('message', () => socket.terminate())
    socket.on('ping', () => {
      client.pings += 1
      if (client.pings > MAX_PINGS) socket.terminate()
    })
    socket.on('close', () => {
      map.delete(key, client)
      this.#sessions.delete(client.sessionId, client)
      meters().socketsOpen.add(-1, { kind })
    })
    return true
  }

  deliver(message: LiveMessage): void {
    switch (message.kind) {
      case 'live':
        for (const { to, ...frame } of message.frames) this.#send(this.#among(message.tenantId, frame.type, to), frame)
        break
      case 'inbox':
        for (const [memberId, messageId] of message.changed) this.#feed(message.tenantId, memberId, messageId)
        break
      case 'signed_out':
        this.#closeSessions(
          message.sessionIds,
          message.reason === 'locked_out' ? SOCKET_CLOSE.lockedOut : SOCKET_CLOSE.signedOut,
        )
        break
      case 'moved':
        this.#closeSessions(message.sessionIds, SOCKET_CLOSE.goingAway)
        break
    }
  }

  /** Whose sessions these sockets were opened with. */
  sessionIds(): string[] {
    return [...this.#sessions.keys()]
  }

  /** Closes the sockets of sessions that have ended, and of those that have moved or may hear more or less since. */
  keepOnly(asked: readonly string[], found: ReadonlyMap<string, SessionState>): void {
    for (const id of asked) {
      for (const client of this.#sessions.get(id)) {
        const state = found.get(id)
        if (!state) client.socket.close(SOCKET_CLOSE.signedOut)
        else if (state.lockedOut) client.socket.close(SOCKET_CLOSE.lockedOut)
        else if (state.tenantId !== client.tenantId || state.isApproved !== client.isApproved)
          client.socket.close(SOCKET_CLOSE.goingAway)
      }
    }
  }

  /** Ends connections that did not answer since the last time and asks the others for a sign of life. */
  heartbeat(): void {
    for (const client of this.#sessions.values()) {
      if (!client.answered) client.socket.terminate()
      else client.socket.ping()
      client.answered = false
      client.pings = 0
    }
  }

  /** Pages that come back ask for everything they show: that makes good what they were not told. */
  sendAllAway(): void {
    for (const { socket } of this.#sessions.values()) {
      setTimeout(() => socket.close(SOCKET_CLOSE.goingAway), Math.random() * SPREAD).unref()
    }
  }

  /** Says goodbye; who has not answered after a moment is cut off. */
  async close(): Promise<void> {
    const clients = [...this.#sessions.values()]
    this.#close(clients, SOCKET_CLOSE.goingAway)
    for (let waited = 0; waited < LONGEST_GOODBYE && this.#sessions.size > 0; waited += 50) await sleep(50)
    for (const { socket } of clients) socket.terminate()
  }

  #placeOf(client: Client): [SetMap<string, Client>, string] {
    return client.kind === 'live'
      ? [this.#live, client.tenantId]
      : [this.#inbox, memberKey(client.tenantId, client.memberId)]
  }

  /** Read only where a page of its owner is open. */
  #feed(tenantId: string, memberId: string, messageId: string): void {
    const key = memberKey(tenantId, memberId)
    if (this.#inbox.get(key).size === 0) return
    this.#inboxFeed.push(tenantId, memberId, messageId, (message) => this.#send(this.#inbox.get(key), message))
  }

  #among(tenantId: string, type: string, members: readonly string[] | undefined): Iterable<Client> {
    const told = members && new Set(members)
    return [...this.#live.get(tenantId)].filter(
      ({ memberId, isApproved }) => (isApproved || type === APPROVED) && (told?.has(memberId) ?? true),
    )
  }

  #send(clients: Iterable<Client>, content: unknown): void {
    const text = JSON.stringify(content)
    for (const { socket } of clients) {
      if (socket.bufferedAmount > MAX_BUFFERED) socket.terminate()
      else if (socket.readyState === socket.OPEN) socket.send(text)
    }
  }

  #closeSessions(ids: readonly string[], code: number): void {
    for (const id of ids) this.#close(this.#sessions.get(id), code)
  }

  #close(clients: Iterable<Client>, code: number): void {
    for (const { socket } of clients) socket.close(code)
  }
}
