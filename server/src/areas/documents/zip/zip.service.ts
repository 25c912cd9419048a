import { Readable } from 'node:stream'
import type { zipDocuments } from '@throughline/contracts/document-acts'
import type { openZip } from '@throughline/contracts/documents'
import type { Body, Query } from '@throughline/contracts/endpoint'
import type { DocumentId } from '@throughline/contracts/ids'
import { makeZip } from 'client-zip'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { attachment } from '../../../core/storage/file-name.ts'
import type { StoredContent } from '../../../core/storage/object-store.ts'
import type { Storage } from '../../../core/storage/storage.ts'
import { requireVisibleDocument } from '../document-visibility.ts'
import { findServed } from '../serve.queries.ts'
import { SANDBOX, seerOf } from '../serve.service.ts'
import { createEntryNames } from './entry-names.ts'
import { makeZipLink, readZipLink, type ZipClaim } from './zip-link.ts'

/** Every one is seen, and there is something to be had: what cannot be read is told inside. */
export const linkToZip = (ctx: Context, viewer: Viewer, { ids }: Body<typeof zipDocuments>) =>
  readTenant(ctx, viewer, async (tx) => {
    const documentIds = [...new Set(ids)]
    let served = 0
    for (const id of documentIds) {
      const { current_version } = await requireVisibleDocument(tx, viewer, id)
      if (await findServed(tx.db, tx.tenantId, id, current_version)) served++
    }
    if (served === 0) throw notFound('The file')
    const { tenantId, memberId } = viewer
    return makeZipLink(ctx.config, { tenantId, memberId, documentIds })
  })

type Found = { name: string; at: Date; object_key: string } | { name: string; object_key: undefined } | undefined

/** As it is now, by whoever the link was made for; undefined: not there for them any more. */
async function look(ctx: Context, { tenantId, memberId }: ZipClaim, id: DocumentId): Promise<Found> {
  try {
    return await readTenant(ctx, { tenantId, memberId }, async (tx) => {
      const { name, current_version } = await requireVisibleDocument(tx, await seerOf(tx, memberId), id)
      const file = await findServed(tx.db, tenantId, id, current_version)
      return file ? { name, at: file.created_at, object_key: file.object_key } : { name, object_key: undefined }
    })
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return undefined
    throw error
  }
}

async function open({ log }: Context, storage: Storage, found: Found): Promise<StoredContent | undefined> {
  if (!found?.object_key) return undefined
  try {
    return await storage.read(found.object_key)
  } catch (error) {
    log.warn({ err: error }, 'a file was left out of an archive')
    return undefined
  }
}

const NOTE = 'Not included.txt'

function noteOf(unreadable: readonly string[], gone: number): string {
  const lines = ['These files aren’t in this archive because they can’t be read right now:', ...unreadable]
  const missing = gone === 1 ? 'One file is' : `${gone} files are`
  return [
    ...(unreadable.length > 0 ? lines : []),
    ...(gone > 0 ? [`${missing} no longer there, or no longer shared with you.`] : []),
    '',
  ].join('\r\n')
}

/** One after the other, each looked at again when its turn comes; nothing of it is held. */
async function* entries(ctx: Context, storage: Storage, claim: ZipClaim) {
  const nameOf = createEntryNames()
  const unreadable: string[] = []
  let gone = 0
  for (const id of claim.documentIds) {
    const found = await look(ctx, claim, id)
    const content = await open(ctx, storage, found)
    if (!found) gone++
    else if (!content || !found.object_key) unreadable.push(found.name)
    else {
      try {
        yield { name: nameOf(found.name), lastModified: found.at, size: content.size, input: content.stream }
      } finally {
        content.stream.destroy()
      }
    }
  }
  if (unreadable.length > 0 || gone > 0) yield { name: nameOf(NOTE), input: noteOf(unreadable, gone) }
}

export async function sendZip(ctx: Context, storage: Storage, { link }: Query<typeof openZip>, reply: FastifyReply) {
  const claim = readZipLink(ctx.config, link)
  await readTenant(ctx, claim, (tx) => seerOf(tx, claim.memberId))
  reply.headers({ ...SANDBOX, 'cache-control': 'no-store', 'content-disposition': attachment('Files.zip') })
  reply.type('application/zip')
  return Readable.from(makeZip(entries(ctx, storage, claim)), { objectMode: false })
}
