import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const PREFIX = 'throughline-reading-'
const HOUR_MS = 3_600_000

export interface Scratch {
  folder: string
  /** The content, under a name that was not sent by anybody. */
  file: string
}

let sweptAt = 0

/** Content as a file of its own, for programs that read files; gone afterwards, whatever came of it. */
export async function withScratch<T>(content: Buffer | Readable, work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const now = Date.now()
  if (now - sweptAt > HOUR_MS) {
    sweptAt = now
    await sweepScratch(now)
  }
  const folder = await mkdtemp(join(tmpdir(), PREFIX))
  try {
    const file = join(folder, 'content')
    if (Buffer.isBuffer(content)) await writeFile(file, content)
    else await pipeline(content, createWriteStream(file))
    return await work({ folder, file })
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

/**
 * What a process that was killed left behind; nothing is worked on for an hour. Its successor starts sooner than that, so
 * it is looked for again with what is read later. Folders of other users are left to them.
 */
async function sweepScratch(now: number): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const folder = join(tmpdir(), name)
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: now }))
    // One that may not be removed, such as that of another user, must not end what is read now.
    if (now - mtimeMs > HOUR_MS) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}
