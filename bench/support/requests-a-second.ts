import autocannon from 'autocannon'
import { addressOf } from './browser.ts'

const CONNECTIONS = 16
const SECONDS = 5
/** Enough that none of them is refused. */
const ADDRESSES = 400

/** As visitors of many addresses ask for it, whose browsers take brotli; anything but an answer fails. */
export async function requestsASecond(origin: string, path: string): Promise<number> {
  const { host, port } = new URL(origin)
  const requests = Array.from({ length: ADDRESSES }, (_, n) => ({
    path,
    headers: { host, 'accept-encoding': 'br', 'x-forwarded-for': addressOf(n + 1) },
  }))
  const {
    non2xx,
    errors,
    requests: made,
    duration,
  } = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests,
  })
  if (non2xx > 0 || errors > 0) throw new Error(`${path}: ${non2xx} refused, ${errors} failed`)
  return made.total / duration
}
