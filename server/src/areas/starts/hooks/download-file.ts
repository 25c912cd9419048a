import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Egress } from '../../../core/egress/egress.ts'
import { EgressError, type EgressReason } from '../../../core/egress/egress-error.ts'
import type { Storage } from '../../../core/storage/storage.ts'
import type { StoredUpload } from '../../../core/storage/stored-uploads.ts'

const IDLE_MS = 30_000
const TOTAL_MS = 240_000
/** A server that asks to come back. */
const TRY_LATER = [408, 425, 429]
const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/

export type Fetched = { file: StoredUpload } | { reason: string }

export const TOO_LARGE = 'It’s larger than a file of a call can be.'

const REASONS: Record<EgressReason, string> = {
  address_refused: 'Its address isn’t on the public internet.',
  url_refused: 'Its address can’t be used. Only https addresses of the public internet are fetched.',
  redirect_refused: 'It leads to an address that can’t be used.',
  too_many_redirects: 'It redirects too often.',
  too_large: TOO_LARGE,
  timeout: 'The server didn’t answer in time.',
  connection_failed: 'The server couldn’t be reached.',
}

function mediaTypeOf(headers: Headers): string {
  const named = (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
  return MEDIA_TYPE.test(named) ? named : 'application/octet-stream'
}

interface Wanted {
  address: string
  name: string
  maxBytes: number
}

/** Into quarantine while it comes, so that no file is held in memory. Throws what another try may mend. */
export async function downloadFile(
  egress: Egress,
  storage: Pick<Storage, 'receiveStream'>,
  { address, name, maxBytes }: Wanted,
): Promise<Fetched> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted(body: AsyncIterable<Buffer>) {
    for await (const chunk of body) {
      bytes += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  try {
    const { status, headers, body } = await egress.stream(address, {}, { maxBytes, idleMs: IDLE_MS, totalMs: TOTAL_MS })
    if (status !== 200) {
      // Begun and ended, so that the connection is let go.
      await body.next()
      await body.return(undefined)
      if (status >= 500 || TRY_LATER.includes(status)) throw new Error(`status ${status}`)
      return { reason: `The server answered with ${status}.` }
    }
    const object_key = await storage.receiveStream(Readable.from(counted(body)))
    if (bytes === 0) return { reason: 'It’s empty.' }
    return { file: { name, sha256: hash.digest(), bytes, media_type: mediaTypeOf(headers), object_key, clean: false } }
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    if (error.reason === 'timeout' || error.reason === 'connection_failed') throw error
    return { reason: REASONS[error.reason] }
  }
}
