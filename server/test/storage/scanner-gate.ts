import { connect, createServer, type Socket } from 'node:net'
import { required } from '../database.ts'
import { listen } from '../listen.ts'

/** The way to the scanner, which can be shut: whoever comes then finds it gone, as when it was stopped. */
export async function startScannerGate() {
  const there = { host: required('CLAMD_HOST'), port: Number(required('CLAMD_PORT')) }
  const through = new Set<Socket>()
  let isOpen = true
  let turnedAway = 0
  const server = createServer((near) => {
    if (!isOpen) {
      turnedAway++
      return near.destroy()
    }
    const far = connect(there)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      through.add(one)
      one.pipe(other)
      one.once('error', () => other.destroy())
      one.once('close', () => {
        through.delete(one)
        other.destroy()
      })
    }
    return undefined
  })
  const port = await listen(server)
  const shut = () => {
    isOpen = false
    for (const socket of through) socket.destroy()
  }
  return {
    environment: { CLAMD_HOST: '127.0.0.1', CLAMD_PORT: String(port) },
    shut,
    /** How many came while it was shut. */
    turnedAway: () => turnedAway,
    open: () => {
      isOpen = true
    },
    close: () => {
      shut()
      server.close()
    },
  }
}
